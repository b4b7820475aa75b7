/** The values of calls: arguments, results and exceptions, of the types that the exported interface declares. */
@NullMarked
package dev.assent.transport.nativewire.value;

import org.jspecify.annotations.NullMarked;
