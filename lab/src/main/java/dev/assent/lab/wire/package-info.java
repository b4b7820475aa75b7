/** Transports as the experiments of the lab see them: each joins by one class. */
@NullMarked
package dev.assent.lab.wire;

import org.jspecify.annotations.NullMarked;
