package dev.assent.mutation;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a test class did. Immutable.
 *
 * @param tests how many tests ran
 * @param failure what failed first and how, or null
 * @param nanos how long it took
 * @param lines that ran, if they are watched
 */
record Answer(int tests, @Nullable String failure, long nanos, List<String> lines) implements Serializable {}
