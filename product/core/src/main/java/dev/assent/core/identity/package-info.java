/** Identities: nodes, their lives (epochs), transactions and branches. Laws 1 and 2. */
@NullMarked
package dev.assent.core.identity;

import org.jspecify.annotations.NullMarked;
