package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The events of a world: a fingerprint always, readable lines when it is replayed. The {@linkplain #story story} says what
 * clients, nodes and operators have done or heard. The rest are the calls made for it. Not thread-safe.
 */
final class History {
    private static final int LINES_MAX = 20_000;
    private static final int HEX = 16;
    private static final double NANOS_PER_SECOND = 1e9;

    /** What comes of what the line before says begins so. */
    private static final String SEQUEL = "  ";

    /** An identity, once the name of its node has replaced the node's own identity: epoch, mark and sequence. */
    private static final Pattern IDENTITY = Pattern.compile("\\((\\w+)\\)([0-9a-f]{8})[0-9a-f]{8}([0-9a-f]{16})");

    /** The name of a transaction that a stranger has begun, before its number. */
    static final String ABROAD = "abroad-";

    private static final Pattern TRANSACTION = Pattern.compile("\\b[a-z]+\\d*/\\d+-\\d+|\\b" + ABROAD + "\\d+");

    /** Violations of these laws are about records. */
    private static final Set<String> LAWS_OF_LOG =
            Set.of("law 4", "law 5", "law 6", "law 7", "law 8", "law 12", "law 13", "law 18");

    private final boolean isRecorded;
    private final LongSupplier passedNanos;
    private final List<Line> lines = new ArrayList<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, String> wholes = new HashMap<>();
    private long hash = 1;

    private enum Part {
        STORY,
        LOG,
        DETAIL
    }

    /**
     * A line.
     *
     * @param text with the time
     */
    private record Line(Part part, boolean isSequel, String text) {}

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
        add(Part.STORY, text);
    }

    /** A record is appended, or forced. */
    void log(String text) {
        add(Part.LOG, text);
    }

    /** Something that happens all the time. */
    void detail(String text) {
        add(Part.DETAIL, text);
    }

    private void add(Part part, String text) {
        if (!isRecorded || lines.size() >= LINES_MAX) {
            return;
        }
        String line =
                String.format(Locale.ROOT, "%12.6f  %s", passedNanos.getAsLong() / NANOS_PER_SECOND, shortened(text));
        lines.add(new Line(part, text.startsWith(SEQUEL), line));
    }

    private String shortened(String text) {
        String named = text;
        for (Map.Entry<String, String> each : names.entrySet()) {
            named = named.replace(each.getKey(), each.getValue());
        }
        return IDENTITY.matcher(named)
                .replaceAll(id -> id.group(1) + "/" + Long.parseLong(id.group(2), HEX) + "-"
                        + Long.parseUnsignedLong(id.group(3), HEX));
    }

    /** From now on the history shows this name in place of a long text. */
    void named(String text, String name) {
        if (isRecorded) {
            names.put(text, name);
        }
    }

    /** A node's own identity for a subordinate; whatever is about that is about the whole transaction. */
    void belongs(TransactionId incarnation, TransactionId whole) {
        if (isRecorded) {
            wholes.put(shortened(incarnation.toString()), shortened(whole.toString()));
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
        return lines.stream().map(Line::text).toList();
    }

    /**
     * The story alone. If a law was broken, it leaves out the other transactions, and shows the records and forces of a log
     * when the law is about them.
     */
    List<String> story(@Nullable String violation) {
        boolean isOfLog = violation != null && LAWS_OF_LOG.contains(violation.replaceFirst(":.*", ""));
        Set<String> subjects = violation == null ? Set.of() : transactions(shortened(violation));
        List<String> story = new ArrayList<>();
        boolean isTold = false;
        for (Line each : lines) {
            if (each.part() == Part.DETAIL || (each.part() == Part.LOG && !isOfLog)) {
                continue;
            }
            Set<String> named = transactions(each.text());
            boolean isRelated = subjects.isEmpty() || named.isEmpty() || !Collections.disjoint(named, subjects);
            isTold = isRelated && (isTold || !each.isSequel());
            if (isTold) {
                story.add(each.text());
            }
        }
        return List.copyOf(story);
    }

    private Set<String> transactions(String text) {
        return TRANSACTION
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .map(name -> wholes.getOrDefault(name, name))
                .collect(Collectors.toSet());
    }
}
