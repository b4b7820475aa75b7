/** What was measured, in an embedded database, and what follows from it. */
@NullMarked
package dev.assent.lab.result;

import org.jspecify.annotations.NullMarked;
