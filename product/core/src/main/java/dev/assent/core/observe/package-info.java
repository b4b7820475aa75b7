/** Observation: fault points for tests and tools, flight recorder events, notices for operators. */
@NullMarked
package dev.assent.core.observe;

import org.jspecify.annotations.NullMarked;
