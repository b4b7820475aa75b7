/** HTTP/1.1 and 1.0: what is posted here, and what is posted elsewhere, as bytes. */
@NullMarked
package dev.assent.transport.soap.http;

import org.jspecify.annotations.NullMarked;
