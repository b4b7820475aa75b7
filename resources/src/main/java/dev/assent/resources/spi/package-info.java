/** What others may extend: databases. */
@NullMarked
package dev.assent.resources.spi;

import org.jspecify.annotations.NullMarked;
