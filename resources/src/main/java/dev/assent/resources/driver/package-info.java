/** What is done in the same way with the objects of every driver. */
@NullMarked
package dev.assent.resources.driver;

import org.jspecify.annotations.NullMarked;
