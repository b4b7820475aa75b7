package dev.assent.testkit.simulation;

import dev.assent.harness.Checkout;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The file {@code decisions.txt}: the decisions that worlds need not take, and the tests that take them instead. */
final class ListedDecisions {
    private static final String FILE = "decisions.txt";
    private static final String NOBODY = "nobody";

    private final List<Entry> entries;

    private ListedDecisions(List<Entry> entries) {
        this.entries = entries;
    }

    /**
     * A line of the file.
     *
     * @param place the source line
     * @param branches how many of its branches worlds need not take
     * @param why the reason
     * @param test the simple name of the test class that takes them; "nobody" if none does
     */
    private record Entry(Decisions.Place place, int branches, String why, String test) {
        static Entry of(String line) {
            String[] parts = line.split(" \\| ", 5); // the source comes last: it may have the separator
            if (parts.length < 5) {
                throw new IllegalArgumentException("not CLASS | BRANCHES | REASON | TEST | SOURCE: " + line);
            }
            return new Entry(new Decisions.Place(parts[0], parts[4]), Integer.parseInt(parts[1]), parts[2], parts[3]);
        }

        @Nullable String problem(boolean isInSource, Set<String> tests) {
            if (!isInSource) {
                return "the class has no decision in such a line: " + place;
            }
            if (branches < 1 || why.isBlank()) {
                return "the number of branches, or the reason, is missing: " + place;
            }
            return test.equals(NOBODY) || tests.contains(test) ? null : "there is no test class " + test + ": " + place;
        }
    }

    /** Reads the file. */
    static ListedDecisions read() throws IOException {
        try (InputStream in = ListedDecisions.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IOException(FILE + " is missing");
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            return new ListedDecisions(lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Entry::of)
                    .toList());
        }
    }

    /** How many branches of a source line worlds need not take. */
    int branches(Decisions.Place place) {
        return entries.stream()
                .filter(each -> each.place().equals(place))
                .mapToInt(Entry::branches)
                .sum();
    }

    /** What is wrong with the file, if the watched classes have decisions at these places. */
    List<String> problems(Set<Decisions.Place> places) {
        Set<String> tests = Checkout.sources()
                .map(each -> each.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
        List<String> problems = new ArrayList<>();
        for (Entry each : entries) {
            String problem = each.problem(places.contains(each.place()), tests);
            if (problem != null) {
                problems.add(problem);
            }
        }
        return problems;
    }

    /** The places in the file, each once. */
    Set<Decisions.Place> places() {
        return entries.stream().map(Entry::place).collect(Collectors.toSet());
    }
}
