package dev.assent.testkit.simulation;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.IRuntime;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;

/** Counts the branches that worlds take in some classes: each way that a condition or a switch can go. */
final class Decisions extends WorldLoader {
    private final Set<String> watched;
    private final Map<String, byte[]> originals = new LinkedHashMap<>();
    private final IRuntime runtime = new LoggerRuntime();
    private final RuntimeData data = new RuntimeData();

    /** Watches the classes of these names, and those that are nested in them. */
    Decisions(Set<String> watched) {
        this.watched = watched;
        try {
            runtime.startup(data);
        } catch (Exception e) { // as its signature says
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected byte[] changed(String name, byte[] real) throws IOException {
        if (!watched.contains(name.replaceFirst("\\$.*", ""))) {
            return real;
        }
        originals.put(name, real);
        return new Instrumenter(runtime).instrument(real, name);
    }

    /**
     * A line with branches.
     *
     * @param type the simple name of the outermost class
     * @param line its number in the file
     * @param missed how many of its branches were never taken
     * @param all how many it has
     */
    record Line(String type, int line, int missed, int all) implements Comparable<Line> {
        @Override
        public int compareTo(Line other) {
            int byType = type.compareTo(other.type);
            return byType == 0 ? Integer.compare(line, other.line) : byType;
        }
    }

    /**
     * A source line with a decision; two lines of one class with the same text count as one.
     *
     * @param type the simple name of the outermost class
     * @param source the text of the line
     */
    record Place(String type, String source) {
        @Override
        public String toString() {
            return type + ": " + source;
        }
    }

    /** The lines with branches, as far as the worlds have gone. */
    Set<Line> lines() {
        ExecutionDataStore taken = new ExecutionDataStore();
        data.collect(taken, new SessionInfoStore(), false);
        CoverageBuilder found = new CoverageBuilder();
        Analyzer analyzer = new Analyzer(taken, found);
        try {
            for (Map.Entry<String, byte[]> each : originals.entrySet()) {
                analyzer.analyzeClass(each.getValue(), each.getKey());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        Set<Line> lines = new TreeSet<>();
        found.getClasses().forEach(each -> addLines(each, lines));
        return lines;
    }

    private static void addLines(IClassCoverage type, Set<Line> lines) {
        String simple = type.getName().replaceFirst(".*/", "").replaceFirst("\\$.*", "");
        for (int line = type.getFirstLine(); line <= type.getLastLine(); line++) {
            int all = type.getLine(line).getBranchCounter().getTotalCount();
            if (all > 0) {
                lines.add(new Line(
                        simple, line, type.getLine(line).getBranchCounter().getMissedCount(), all));
            }
        }
    }
}
