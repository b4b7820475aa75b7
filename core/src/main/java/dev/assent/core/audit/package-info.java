/** Who did what to a node by hand, when and why: what is on record of operators' acts (law 12). */
@NullMarked
package dev.assent.core.audit;

import org.jspecify.annotations.NullMarked;
