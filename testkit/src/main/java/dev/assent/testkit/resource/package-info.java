/** Strict resources in memory that record what they are asked, and nodes made for tests. */
@NullMarked
package dev.assent.testkit.resource;

import org.jspecify.annotations.NullMarked;
