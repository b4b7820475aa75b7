/** XML as messages use it: elements, read within limits and written so that they are read as the same. */
@NullMarked
package dev.assent.transport.soap.xml;

import org.jspecify.annotations.NullMarked;
