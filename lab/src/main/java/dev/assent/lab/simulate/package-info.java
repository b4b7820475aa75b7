/** Simulated worlds from the command line: many of fresh seeds, one again, and what is left of one that breaks a law. */
@NullMarked
package dev.assent.lab.simulate;

import org.jspecify.annotations.NullMarked;
