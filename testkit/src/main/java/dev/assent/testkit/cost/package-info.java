/** Counts the costs of transactions, to compare them with docs/reference/costs.md. */
@NullMarked
package dev.assent.testkit.cost;

import org.jspecify.annotations.NullMarked;
