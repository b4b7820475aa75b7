/** Narayana's XTS as a peer with transactions. */
@NullMarked
package dev.assent.lab.xts;

import org.jspecify.annotations.NullMarked;
