/** Received and sent messages: the services that take them, and the endpoints of answers and faults. */
@NullMarked
package dev.assent.transport.soap.messaging;

import org.jspecify.annotations.NullMarked;
