/** What the XAResources that stand before a driver's have in common. */
@NullMarked
package dev.assent.resources.xa;

import org.jspecify.annotations.NullMarked;
