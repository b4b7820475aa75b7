/** Subordinates in other processes, as participants of a transaction of this node. */
@NullMarked
package dev.assent.remote.superior;

import org.jspecify.annotations.NullMarked;
