/**
 * The coordinator's services of WS-AtomicTransaction: they translate its messages to requests of {@code
 * dev.assent.remote}.
 */
@NullMarked
package dev.assent.transport.soap.coordinator;

import org.jspecify.annotations.NullMarked;
