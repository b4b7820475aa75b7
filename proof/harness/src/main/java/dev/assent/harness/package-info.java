/** How the tests of all modules run: their tiers, the seed of a run and its samples, and the end of a test that hangs. */
@NullMarked
package dev.assent.harness;

import org.jspecify.annotations.NullMarked;
