package dev.assent.testkit.remote;

import dev.assent.testkit.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The guide's client in Python. Its limits suit a reader who tries it: tests give it more time, since on a slow machine all
 * participants load their classes in the first transaction.
 *
 * <p>Thread safety: safe to share.
 */
public final class PythonExample {
    private PythonExample() {}

    /**
     * Writes the example with more time.
     *
     * @param project the folder of the whole project
     * @param folder where it is written
     * @throws IllegalStateException when the example no longer has the limits that are replaced
     */
    public static Path patient(Path project, Path folder) throws IOException {
        String example = Files.readString(project.resolve("docs/guide/examples/soap_client.py"));
        String patient = replace(example, "begin(activation, 30000)", "begin(activation, " + Waiting.MILLIS_MAX + ")");
        patient = replace(patient, "timeout=60", "timeout=" + Waiting.MILLIS_MAX / 1_000);
        return Files.writeString(folder.resolve("soap_client.py"), patient);
    }

    private static String replace(String text, String limit, String longer) {
        if (!text.contains(limit)) {
            throw new IllegalStateException("the example has no " + limit);
        }
        return text.replace(limit, longer);
    }
}
