package dev.assent.testkit.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * What happened in a world: a fingerprint always, readable lines when it is replayed. Not thread-safe.
 */
final class History {
    private static final int LINES_MAX = 20_000;

    private final boolean isRecorded;
    private final List<String> lines = new ArrayList<>();
    private long hash = 1;

    History(boolean isRecorded) {
        this.isRecorded = isRecorded;
    }

    /** Whether {@link #line} keeps anything: ask before building the text. */
    boolean isRecorded() {
        return isRecorded;
    }

    void line(String text) {
        if (isRecorded && lines.size() < LINES_MAX) {
            lines.add(text);
        }
    }

    void mix(long value) {
        hash = (hash ^ value) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
    }

    /** Two runs with the same fingerprint went the same way. */
    long hash() {
        return hash;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }
}
