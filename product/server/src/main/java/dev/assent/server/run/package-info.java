/** The command {@code run}: a node with its resources that keeps recovering. */
@NullMarked
package dev.assent.server.run;

import org.jspecify.annotations.NullMarked;
