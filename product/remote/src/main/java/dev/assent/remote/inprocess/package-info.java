/** The transport between nodes of one process. */
@NullMarked
package dev.assent.remote.inprocess;

import org.jspecify.annotations.NullMarked;
