package dev.assent.mutation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which test classes run which lines, and how long they take.
 *
 * <p>Thread safety: immutable once measured.
 */
final class Coverage {
    private static final long TEST_MILLIS_MAX = 600_000;

    private final Map<String, List<Test>> byLine = new HashMap<>();
    private final List<String> unusable = new ArrayList<>();
    private int usable;

    /**
     * A test class.
     *
     * @param name its name
     * @param millis how long it took
     */
    record Test(String name, long millis) {}

    private Coverage() {}

    /** Runs each test class once, with no mutant. */
    static Coverage measure(Options options, List<String> tests) throws IOException {
        Coverage coverage = new Coverage();
        MinionJvm jvm = new MinionJvm(options);
        try {
            for (String each : tests) {
                try {
                    jvm.tell(new Request.Watch(options.main().toString()));
                    coverage.add(each, jvm.run(each, TEST_MILLIS_MAX));
                } catch (MinionJvm.Ended | MinionJvm.TooLong e) {
                    coverage.unusable.add(each + ": " + e.getMessage());
                    jvm.close();
                    jvm = new MinionJvm(options);
                }
            }
        } finally {
            jvm.close();
        }
        coverage.byLine.values().forEach(each -> each.sort(Comparator.comparingLong(Test::millis)));
        return coverage;
    }

    private void add(String name, Answer answer) {
        if (answer.failure() != null) {
            unusable.add(name + ": " + answer.failure());
        } else if (answer.tests() > 0) {
            usable++;
            Test test = new Test(name, answer.nanos() / 1_000_000);
            answer.lines()
                    .forEach(line -> byLine.computeIfAbsent(line, key -> new ArrayList<>())
                            .add(test));
        }
    }

    /** The test classes that run the line of a mutation, fastest first. */
    List<Test> of(Mutation mutation) {
        return byLine.getOrDefault(Lines.name(mutation.type(), mutation.line()), List.of());
    }

    /** How many test classes passed. */
    int usable() {
        return usable;
    }

    /** The test classes that failed without any mutant, and are not used. */
    List<String> unusable() {
        return List.copyOf(unusable);
    }
}
