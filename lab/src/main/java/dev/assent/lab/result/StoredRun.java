package dev.assent.lab.result;

import java.time.Instant;
import java.util.List;

/**
 * A run that was begun.
 *
 * @param databases name and version of each that it has used, as they say it themselves
 * @param isComplete whether all was measured that was planned
 */
public record StoredRun(int number, Instant began, RunHeader header, List<String> databases, boolean isComplete) {}
