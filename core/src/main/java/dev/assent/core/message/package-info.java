/** What makes messages for people, and those of core. */
@NullMarked
package dev.assent.core.message;

import org.jspecify.annotations.NullMarked;
