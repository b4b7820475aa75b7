package dev.assent.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** The command: mutation testing of one module's classes (docs/guide/mutation.md). */
public final class Main {
    private Main() {}

    /** Without arguments: the options are system properties. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Options options = Options.read(System.getProperties());
        Report report = report(options);
        System.out.println(report.summary());
        System.out.println("report: " + report.write());
    }

    /** Tries mutants of the classes of one folder with the tests of others. */
    static Report report(Options options) throws IOException, InterruptedException {
        if (!Files.isDirectory(options.main())) {
            throw new IllegalArgumentException("there are no compiled classes in " + options.main()
                    + "; allowed: -Dmutation=core, -Dmutation=remote");
        }
        deleteAll(options.out());
        Files.createDirectories(options.out());
        Compiled main = new Compiled(options.main());
        Mutator mutator = new Mutator(main);
        List<Mutation> all = new ArrayList<>();
        for (String each : main.names()) {
            if (options.changes(each)) {
                all.addAll(mutator.mutations(each));
            }
        }
        System.out.printf("%d mutants in %s, seed %d%n", all.size(), options.classes(), options.seed());
        Coverage coverage = Coverage.measure(options, tests(options));
        System.out.printf(
                "%d test classes pass, %d fail without any mutant and are left out%n",
                coverage.usable(), coverage.unusable().size());
        List<Result> results = new Hunt(options, mutator, coverage, sample(options, all)).run();
        deleteAll(options.out().resolve("tmp"));
        return new Report(options, all.size(), coverage, results);
    }

    private static List<String> tests(Options options) throws IOException {
        List<String> all = new ArrayList<>();
        for (Path each : options.tests()) {
            all.addAll(new Compiled(each).tests());
        }
        return all;
    }

    /** In random order, so that those that are tried in a limited time are a sample too. */
    private static List<Mutation> sample(Options options, List<Mutation> all) {
        List<Mutation> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, new Random(options.seed()));
        return options.sample() == 0 ? shuffled : shuffled.subList(0, Math.min(options.sample(), shuffled.size()));
    }

    private static void deleteAll(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
