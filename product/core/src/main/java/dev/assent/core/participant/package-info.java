/** The port to the participants of a transaction, and their answers. */
@NullMarked
package dev.assent.core.participant;

import org.jspecify.annotations.NullMarked;
