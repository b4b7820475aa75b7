/** The record of operators' acts: operator, act, time and reason (law 12: heuristic outcomes are forced first). */
@NullMarked
package dev.assent.core.audit;

import org.jspecify.annotations.NullMarked;
