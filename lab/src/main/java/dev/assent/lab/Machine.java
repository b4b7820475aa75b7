package dev.assent.lab;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Where a measurement was made.
 *
 * @param processor the model of the CPU, or the architecture when the system does not tell
 * @param cores how many of them
 * @param system the operating system and its version
 * @param java the JDK
 * @param commit of the repository that this program is in, wherever it was started, with a mark when files were changed;
 *     "unknown" outside of one
 */
public record Machine(String processor, int cores, String system, String java, String commit) {
    /** This machine and this checkout. */
    public static Machine here() {
        return new Machine(
                findProcessor(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                findCommit());
    }

    /** The same with another JDK. */
    public Machine with(String otherJava) {
        return new Machine(processor, cores, system, otherJava, commit);
    }

    private static String findProcessor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException notLinux) {
            return System.getProperty("os.arch");
        }
    }

    /** The folder in which the jar is, or the folder of classes. */
    private static Path folder() throws IOException {
        try {
            return Path.of(Machine.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .resolveSibling("");
        } catch (URISyntaxException noFile) {
            throw new IOException(noFile);
        }
    }

    private static String findCommit() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=10")
                    .directory(folder().toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String described = new String(git.getInputStream().readAllBytes()).strip();
            return git.waitFor() == 0 ? described : "unknown";
        } catch (IOException noGit) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }

    /** One line of Markdown. */
    public String toMarkdown() {
        return processor + ", " + cores + " cores; " + system + "; " + java + "; commit `" + commit + "`";
    }
}
