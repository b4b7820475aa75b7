/** What the peers of Narayana's have in common. */
@NullMarked
package dev.assent.lab.narayana;

import org.jspecify.annotations.NullMarked;
