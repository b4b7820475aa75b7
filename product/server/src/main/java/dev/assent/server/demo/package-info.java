/** {@code assent demo}: two banks, transfers between them, and a kill -9 at every instant that matters. */
@NullMarked
package dev.assent.server.demo;

import org.jspecify.annotations.NullMarked;
