/** The cost of a commit beside the physical limit: JMH benchmarks and their report. */
@NullMarked
package dev.assent.lab.commit;

import org.jspecify.annotations.NullMarked;
