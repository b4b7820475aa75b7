/** The commands that run experiments and show their results. */
@NullMarked
package dev.assent.lab.run;

import org.jspecify.annotations.NullMarked;
