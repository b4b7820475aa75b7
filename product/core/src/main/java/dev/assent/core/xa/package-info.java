/** XA: branches as participants, their Xids, the meaning of every code, resources by name. Laws 1, 11, 21. */
@NullMarked
package dev.assent.core.xa;

import org.jspecify.annotations.NullMarked;
