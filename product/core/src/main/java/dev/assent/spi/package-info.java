/** What a program implements to bring a resource of its own into transactions. */
@NullMarked
package dev.assent.spi;

import org.jspecify.annotations.NullMarked;
