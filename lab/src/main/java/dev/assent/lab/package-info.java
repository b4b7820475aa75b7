/** The experiments of the papers, and what a commit costs. */
@NullMarked
package dev.assent.lab;

import org.jspecify.annotations.NullMarked;
