/** The commands that run experiments and show what was measured. */
@NullMarked
package dev.assent.lab.run;

import org.jspecify.annotations.NullMarked;
