/** The messages for people of resources. */
@NullMarked
package dev.assent.resources.message;

import org.jspecify.annotations.NullMarked;
