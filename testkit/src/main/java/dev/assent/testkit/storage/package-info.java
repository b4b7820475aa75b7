/** A disk in memory that loses what was not forced, for simulations of crashes. */
@NullMarked
package dev.assent.testkit.storage;

import org.jspecify.annotations.NullMarked;
