/** A whole node, core settings and resources, made from one properties file, or by code with the same keys. */
@NullMarked
package dev.assent.resources.node;

import org.jspecify.annotations.NullMarked;
