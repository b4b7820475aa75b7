/** WS-Addressing 1.0: endpoint references, and the headers that address messages. */
@NullMarked
package dev.assent.transport.soap.addressing;

import org.jspecify.annotations.NullMarked;
