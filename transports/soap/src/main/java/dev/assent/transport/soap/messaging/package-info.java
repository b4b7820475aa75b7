/** Messages that come and go: who takes them, where answers and faults are sent. */
@NullMarked
package dev.assent.transport.soap.messaging;

import org.jspecify.annotations.NullMarked;
