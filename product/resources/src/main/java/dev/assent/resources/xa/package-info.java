/** The common part of the XAResources in front of a driver's. */
@NullMarked
package dev.assent.resources.xa;

import org.jspecify.annotations.NullMarked;
