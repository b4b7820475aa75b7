/** Databases without XA as the last resource of transactions, with optional commit markers. */
@NullMarked
package dev.assent.resources.local;

import org.jspecify.annotations.NullMarked;
