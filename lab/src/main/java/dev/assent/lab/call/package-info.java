/** The cost of a call inside one process. */
@NullMarked
package dev.assent.lab.call;

import org.jspecify.annotations.NullMarked;
