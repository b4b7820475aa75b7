/** The common parts of the Narayana peers. */
@NullMarked
package dev.assent.lab.narayana;

import org.jspecify.annotations.NullMarked;
