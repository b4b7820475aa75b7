/** Real database servers in processes of their own, for the demo, tests and measurements. */
@NullMarked
package dev.assent.backends;

import org.jspecify.annotations.NullMarked;
