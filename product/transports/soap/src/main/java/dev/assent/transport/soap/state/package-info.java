/** The state tables of WS-AtomicTransaction 1.2 (section 9): the action for every event in every state. */
@NullMarked
package dev.assent.transport.soap.state;

import org.jspecify.annotations.NullMarked;
