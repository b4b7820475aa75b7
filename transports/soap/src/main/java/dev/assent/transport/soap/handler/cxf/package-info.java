/** What Apache CXF, as an application's stack, has to know besides the handlers. Made by CXF, where that is. */
@NullMarked
package dev.assent.transport.soap.handler.cxf;

import org.jspecify.annotations.NullMarked;
