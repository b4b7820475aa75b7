/** The one catalogue of messages for people. */
@NullMarked
package dev.assent.core.message;

import org.jspecify.annotations.NullMarked;
