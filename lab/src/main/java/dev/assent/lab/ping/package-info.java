/** The cost of a call from one process to another, without and with a transaction. */
@NullMarked
package dev.assent.lab.ping;

import org.jspecify.annotations.NullMarked;
