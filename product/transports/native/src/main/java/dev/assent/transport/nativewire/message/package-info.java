/** The messages of the native transport. */
@NullMarked
package dev.assent.transport.nativewire.message;

import org.jspecify.annotations.NullMarked;
