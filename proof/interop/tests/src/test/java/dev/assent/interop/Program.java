package dev.assent.interop;

import dev.assent.backends.FreePort;
import dev.assent.harness.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How programs of a class path of their own are started. Immutable. */
record Program(String classPath, String main, List<String> options) {
    /** One of another module, with the class path that its build has written. */
    static Program of(String module, String main, Map<String, String> properties) {
        Path target = Checkout.path("proof/interop/" + module + "/target");
        try {
            List<String> options = new ArrayList<>();
            properties.forEach((key, value) -> options.add("-D" + key + "=" + value));
            return new Program(
                    target.resolve("classes") + ":" + Files.readString(target.resolve("classpath")), main, options);
        } catch (IOException notBuilt) {
            throw new UncheckedIOException(notBuilt);
        }
    }

    /** One of this class path. */
    static Program of(Class<?> main) {
        return new Program(System.getProperty("java.class.path"), main.getName(), List.of());
    }

    /** The whole command. */
    List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xshare:auto"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        return command;
    }

    /** A port that no process has. */
    static int freePort() {
        try {
            return FreePort.find();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }
}
