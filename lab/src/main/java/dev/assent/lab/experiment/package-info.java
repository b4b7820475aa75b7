/** What an experiment is: its claim, its method, its processes, what it measures, and the published figures. */
@NullMarked
package dev.assent.lab.experiment;

import org.jspecify.annotations.NullMarked;
