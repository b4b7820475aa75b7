/** The parts of an experiment: its claim, its method, its processes, its measures, and the published figures. */
@NullMarked
package dev.assent.lab.experiment;

import org.jspecify.annotations.NullMarked;
