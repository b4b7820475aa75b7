/** Recording resources, crash harness, simulator, and the contracts that every log, transport and resource passes. */
@NullMarked
package dev.assent.testkit;

import org.jspecify.annotations.NullMarked;
