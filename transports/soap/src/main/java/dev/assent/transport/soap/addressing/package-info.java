/** WS-Addressing 1.0: endpoint references, and the headers by which messages find their way. */
@NullMarked
package dev.assent.transport.soap.addressing;

import org.jspecify.annotations.NullMarked;
