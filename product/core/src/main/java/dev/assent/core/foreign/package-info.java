/** The rule for code that is not Assent's own: drivers, applications, listeners, plug-ins. */
@NullMarked
package dev.assent.core.foreign;

import org.jspecify.annotations.NullMarked;
