package dev.assent.lab.run;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Which JDK is in a folder, as it says itself. */
final class JdkVersion {
    private JdkVersion() {}

    /**
     * Asks it.
     *
     * @throws IOException when it does not run
     */
    static String of(Path home) throws IOException {
        Process java = new ProcessBuilder(
                        home.resolve("bin").resolve("java").toString(), "-XshowSettings:properties", "-version")
                .redirectErrorStream(true)
                .start();
        java.getOutputStream().close();
        List<String> said = java.inputReader().lines().toList();
        return value("java.vm.name", home, said) + " " + value("java.runtime.version", home, said);
    }

    private static String value(String property, Path home, List<String> said) throws IOException {
        String beginning = property + " = ";
        return said.stream()
                .map(String::strip)
                .filter(line -> line.startsWith(beginning))
                .map(line -> line.substring(beginning.length()))
                .findFirst()
                .orElseThrow(() -> new IOException(MESSAGES.jdkRefused(home)));
    }
}
