/** Resources without XA: the last resource of a transaction, its local work and its commit markers. */
@NullMarked
package dev.assent.core.local;

import org.jspecify.annotations.NullMarked;
