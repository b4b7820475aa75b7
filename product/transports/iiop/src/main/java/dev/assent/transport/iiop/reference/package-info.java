/** Object references: the places they lead to, the names in ours, and the keys that protect the names. */
@NullMarked
package dev.assent.transport.iiop.reference;

import org.jspecify.annotations.NullMarked;
