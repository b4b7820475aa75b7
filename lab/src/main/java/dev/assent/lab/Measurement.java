package dev.assent.lab;

import java.util.Map;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * One run of a benchmark in a JVM of its own. Thread safety: one thread at a time.
 *
 * @param result what JMH says
 */
public record Measurement(RunResult result) {
    /**
     * The benchmark to run.
     *
     * @param benchmark the class with one benchmark
     * @param parameters of the class
     * @param threads that run it at the same time
     */
    public record Plan(Class<?> benchmark, Map<String, String> parameters, int threads) {
        /**
         * Runs it.
         *
         * @param seconds of measurement, after as many of warm-up
         * @throws RunnerException when the benchmark fails
         */
        public Measurement run(int seconds) throws RunnerException {
            var options = new OptionsBuilder()
                    .include("\\." + benchmark.getSimpleName() + "\\.")
                    .threads(threads)
                    .forks(1)
                    .warmupIterations(seconds)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(seconds)
                    .measurementTime(TimeValue.seconds(1))
                    .addProfiler(GCProfiler.class)
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT);
            parameters.forEach(options::param);
            return new Measurement(new Runner(options.build()).runSingle());
        }
    }

    /** The measured value, in the benchmark's own unit. */
    public double score() {
        return result.getPrimaryResult().getScore();
    }

    /** The distribution of the measured values. */
    public Statistics statistics() {
        return result.getPrimaryResult().getStatistics();
    }

    /** Bytes that an operation allocates. */
    public double bytes() {
        return Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm"))
                .getScore();
    }
}
