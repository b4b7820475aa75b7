/** HTTP/1.1 and 1.0: received and sent requests, as bytes. */
@NullMarked
package dev.assent.transport.soap.http;

import org.jspecify.annotations.NullMarked;
