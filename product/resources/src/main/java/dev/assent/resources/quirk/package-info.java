/** The deviations of databases and their drivers from XA, and their corrections. */
@NullMarked
package dev.assent.resources.quirk;

import org.jspecify.annotations.NullMarked;
