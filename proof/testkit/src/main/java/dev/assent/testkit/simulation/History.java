package dev.assent.testkit.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The events of a world: a fingerprint always, readable lines when it is replayed. The story says what clients, nodes
 * and operators have done or heard. The rest are the calls made for it. Not thread-safe.
 */
final class History {
    private static final int LINES_MAX = 20_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final boolean isRecorded;
    private final LongSupplier passedNanos;
    private final List<String> lines = new ArrayList<>();
    private final List<String> story = new ArrayList<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private long hash = 1;

    /**
     * One without a line.
     *
     * @param passedNanos how much time has passed in the world
     */
    History(boolean isRecorded, LongSupplier passedNanos) {
        this.isRecorded = isRecorded;
        this.passedNanos = passedNanos;
    }

    /** Whether {@link #line} keeps anything: ask before building the text. */
    boolean isRecorded() {
        return isRecorded;
    }

    /** Something that belongs to the story. */
    void line(String text) {
        String line = add(text);
        if (!line.isEmpty()) {
            story.add(line);
        }
    }

    /** Something that happens all the time. */
    void detail(String text) {
        add(text);
    }

    private String add(String text) {
        if (!isRecorded || lines.size() >= LINES_MAX) {
            return "";
        }
        String named = text;
        for (Map.Entry<String, String> each : names.entrySet()) {
            named = named.replace(each.getKey(), each.getValue());
        }
        String line = String.format(Locale.ROOT, "%12.6f  %s", passedNanos.getAsLong() / NANOS_PER_SECOND, named);
        lines.add(line);
        return line;
    }

    /** From now on the history shows this name in place of a long text. */
    void named(String text, String name) {
        if (isRecorded) {
            names.put(text, name);
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

    /** All of it. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    /** The story alone. */
    List<String> story() {
        return List.copyOf(story);
    }
}
