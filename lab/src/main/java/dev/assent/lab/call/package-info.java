/** What a call inside one process costs. */
@NullMarked
package dev.assent.lab.call;

import org.jspecify.annotations.NullMarked;
