/** Arguments, results and exceptions of plain interfaces as XML, and the XML Schema of it. */
@NullMarked
package dev.assent.transport.soap.value;

import org.jspecify.annotations.NullMarked;
