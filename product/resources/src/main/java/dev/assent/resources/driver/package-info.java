/** Parts for the objects of every driver. */
@NullMarked
package dev.assent.resources.driver;

import org.jspecify.annotations.NullMarked;
