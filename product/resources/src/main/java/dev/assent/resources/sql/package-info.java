/** The effect of SQL text on its transaction. */
@NullMarked
package dev.assent.resources.sql;

import org.jspecify.annotations.NullMarked;
