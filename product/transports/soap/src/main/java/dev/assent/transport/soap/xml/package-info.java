/** XML for messages: elements, read within limits, and written so that reading gives the same elements. */
@NullMarked
package dev.assent.transport.soap.xml;

import org.jspecify.annotations.NullMarked;
