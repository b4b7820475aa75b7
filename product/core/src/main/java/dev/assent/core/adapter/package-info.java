/** The adapters: the only place in core that touches clock, chance, threads and files. */
@NullMarked
package dev.assent.core.adapter;

import org.jspecify.annotations.NullMarked;
