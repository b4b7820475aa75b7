/** The contract that every decision log passes. */
@NullMarked
package dev.assent.testkit.log;

import org.jspecify.annotations.NullMarked;
