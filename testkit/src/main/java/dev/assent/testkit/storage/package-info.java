/** A disk in memory that loses unforced data, for simulations of crashes. */
@NullMarked
package dev.assent.testkit.storage;

import org.jspecify.annotations.NullMarked;
