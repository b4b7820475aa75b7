/** The part besides the handlers that Apache CXF needs as an application's stack. CXF makes it, if it is there. */
@NullMarked
package dev.assent.transport.soap.handler.cxf;

import org.jspecify.annotations.NullMarked;
