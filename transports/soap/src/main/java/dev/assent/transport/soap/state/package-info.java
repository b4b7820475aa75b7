/** The state tables of WS-AtomicTransaction 1.2 (section 9): what is done about every event in every state. */
@NullMarked
package dev.assent.transport.soap.state;

import org.jspecify.annotations.NullMarked;
