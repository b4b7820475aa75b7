/** A real Artemis message broker in a process of its own, for tests. */
@NullMarked
package dev.assent.backends.artemis;

import org.jspecify.annotations.NullMarked;
