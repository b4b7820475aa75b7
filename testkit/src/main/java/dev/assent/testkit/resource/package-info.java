/** Strict resources in memory that record their calls, and nodes made for tests. */
@NullMarked
package dev.assent.testkit.resource;

import org.jspecify.annotations.NullMarked;
