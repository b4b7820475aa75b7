/** Object references: where they lead, what ours name, and the keys by which we know them again. */
@NullMarked
package dev.assent.transport.iiop.reference;

import org.jspecify.annotations.NullMarked;
