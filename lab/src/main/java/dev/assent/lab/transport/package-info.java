/** Transports as the experiments of the lab see them: each joins by one class. */
@NullMarked
package dev.assent.lab.transport;

import org.jspecify.annotations.NullMarked;
