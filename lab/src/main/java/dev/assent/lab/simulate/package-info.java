/**
 * Simulated worlds from the command line: many of fresh seeds, one again, and the smallest part of one that still
 * breaks a law.
 */
@NullMarked
package dev.assent.lab.simulate;

import org.jspecify.annotations.NullMarked;
