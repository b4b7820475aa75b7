/** The measurements, in an embedded database, and the conclusions from them. */
@NullMarked
package dev.assent.lab.result;

import org.jspecify.annotations.NullMarked;
