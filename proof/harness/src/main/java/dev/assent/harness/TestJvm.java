package dev.assent.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The command of a process of a test, with the Java and the class path of the test. Most of such a process is its start,
 * so it compiles quickly, and collects garbage with one thread. Pure functions.
 */
public final class TestJvm {
    private TestJvm() {}

    /** The command, with the texts of the arguments; it may be changed. */
    public static List<String> command(Class<?> main, Object... arguments) {
        return command(List.of(), main, arguments);
    }

    /** The same with further options for the JVM. */
    public static List<String> command(List<String> options, Class<?> main, Object... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        String programs = System.getProperty("assent.programs");
        if (programs != null) {
            command.add("-Dassent.programs=" + programs); // databases are unpacked there
        }
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        Arrays.stream(arguments).map(Object::toString).forEach(command::add);
        return command;
    }
}
