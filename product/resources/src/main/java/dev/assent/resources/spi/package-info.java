/** The extension point of this module: databases. */
@NullMarked
package dev.assent.resources.spi;

import org.jspecify.annotations.NullMarked;
