/** What an experiment is, how it is run, and what is chosen on the command line. */
@NullMarked
package dev.assent.lab.experiment;

import org.jspecify.annotations.NullMarked;
