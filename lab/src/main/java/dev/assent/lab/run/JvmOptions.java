package dev.assent.lab.run;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.lab.ForkedJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** How the JVMs of the roles are started. Thread safety: one thread. */
final class JvmOptions {
    /** As published. */
    private static final String HEAP = "768m";

    /** A heap that is never cleaned must take all that is allocated; pages that are not used are not there. */
    private static final String HEAP_WITHOUT_COLLECTOR = "16g";

    @Option(
            names = "--jdk",
            paramLabel = "PATH",
            description = "the JDK of the measured processes (default: the one of this command)")
    private Path jdk = Path.of(System.getProperty("java.home"));

    /** On or off. */
    enum Switch {
        /** As a JVM is. */
        ON,
        /** Without it. */
        OFF
    }

    @Option(names = "--jit", paramLabel = "on|off", defaultValue = "on", description = "off: the JVM only interprets")
    private Switch jit = Switch.ON;

    @Option(
            names = "--gc",
            paramLabel = "on|off",
            defaultValue = "on",
            description = "off: no garbage is collected, in a heap of 16 GB")
    private Switch gc = Switch.ON;

    ForkedJvm.Launch launch() {
        Path bin = jdk.resolve("bin");
        if (Stream.of("java", "java.exe").map(bin::resolve).noneMatch(Files::isExecutable)) {
            throw new IllegalArgumentException(MESSAGES.jdkRefused(jdk));
        }
        List<String> options = new ArrayList<>(List.of("-XX:-UsePerfData"));
        if (gc == Switch.ON) {
            options.addAll(List.of("-XX:+UseSerialGC", "-Xms" + HEAP, "-Xmx" + HEAP));
        } else {
            options.addAll(
                    List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC", "-Xmx" + HEAP_WITHOUT_COLLECTOR));
        }
        if (jit == Switch.OFF) {
            options.add("-Xint");
        }
        return new ForkedJvm.Launch(List.of(), jdk, options);
    }
}
