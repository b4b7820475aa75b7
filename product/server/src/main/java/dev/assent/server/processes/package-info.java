/**
 * One transfer in four processes: a client without a transaction manager, a coordinator, and two bank servers with a
 * database each. The demo and {@code assent explain} start them, and the tour kills them.
 */
@NullMarked
package dev.assent.server.processes;

import org.jspecify.annotations.NullMarked;
