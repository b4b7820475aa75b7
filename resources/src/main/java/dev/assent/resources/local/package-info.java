/** Databases without XA as the last resource of transactions, with commit markers where they are wanted. */
@NullMarked
package dev.assent.resources.local;

import org.jspecify.annotations.NullMarked;
