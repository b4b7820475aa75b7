/** The parts that all services of the protocols share: the node, their addresses, sending and refusing. */
@NullMarked
package dev.assent.transport.soap.desk;

import org.jspecify.annotations.NullMarked;
