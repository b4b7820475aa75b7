/** Messages for people: the catalogue, and the messages of core. */
@NullMarked
package dev.assent.core.message;

import org.jspecify.annotations.NullMarked;
