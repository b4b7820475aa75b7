package dev.assent.model;

import dev.assent.harness.HangWatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs TLC, the model checker of TLA+, in a JVM of its own, since it keeps what it knows in static fields. Each run has a
 * folder of its own below {@code target/model}, where its output stays.
 *
 * <p>Thread safety: safe to share; runs of different names may go at the same time.
 */
final class Checker {
    private static final Path MODELS = Path.of("src", "main", "tla");
    private static final Path RUNS = Path.of("target", "model");
    private static final int HEAP_MEGABYTES_MAX = 2_048;
    private static final int HOURS_MAX = 2;
    private static final int LOOK_SECONDS = 60;

    private Checker() {}

    /** The text of a configuration of a module. */
    static String configuration(String name) throws IOException {
        return Files.readString(MODELS.resolve(name + ".cfg"));
    }

    /** The configurations of a form, by name; each is of the module that its name begins with. */
    static List<String> configurations(Form form) throws IOException {
        try (Stream<Path> files = Files.list(MODELS)) {
            String end = "." + form.key() + ".cfg";
            return files.map(each -> each.getFileName().toString())
                    .filter(each -> each.endsWith(end))
                    .map(each -> each.substring(0, each.length() - ".cfg".length()))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Checks a module.
     *
     * @param name of the run
     * @param temporal as of {@link Checked#read}
     */
    static Checked check(String name, String module, String configuration, String temporal)
            throws IOException, InterruptedException {
        Path folder = RUNS.resolve(name);
        Files.createDirectories(folder);
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        Files.writeString(folder.resolve(module + ".tla"), Files.readString(MODELS.resolve(module + ".tla")));
        Files.writeString(folder.resolve(module + ".cfg"), configuration);
        Path output = folder.resolve("output.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx" + HEAP_MEGABYTES_MAX + "m", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        if (Form.asked() == Form.QUICK) {
            command.add("-XX:TieredStopAtLevel=1"); // most of a short run is its start
        }
        command.add("-Djava.io.tmpdir=" + temporary.toAbsolutePath()); // it unpacks its standard modules there
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "tlc2.TLC"));
        command.addAll(List.of("-nowarning", "-cleanup", "-workers", "1", "-metadir", "states", module + ".tla"));
        long since = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            while (!process.waitFor(LOOK_SECONDS, TimeUnit.SECONDS)) {
                HangWatch.progress();
                if (System.nanoTime() - since > TimeUnit.HOURS.toNanos(HOURS_MAX)) {
                    throw new IllegalStateException(
                            name + " was not checked within " + HOURS_MAX + " hours: " + output);
                }
            }
        } finally {
            process.destroyForcibly();
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
        return Checked.read(Files.readString(output, StandardCharsets.UTF_8), temporal, millis);
    }
}
