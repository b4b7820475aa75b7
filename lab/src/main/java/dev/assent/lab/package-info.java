/** The experiments of the papers, and the cost of a commit. */
@NullMarked
package dev.assent.lab;

import org.jspecify.annotations.NullMarked;
