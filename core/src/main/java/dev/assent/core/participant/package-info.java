/** The port to whatever takes part in a transaction, and the words it answers with. */
@NullMarked
package dev.assent.core.participant;

import org.jspecify.annotations.NullMarked;
