package dev.assent.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The Java sources of all modules but this one, by their paths in the project. Immutable. */
final class Sources {
    private static final Pattern PARENT =
            Pattern.compile("^(?:public )?(?:final |abstract )*class \\w+ extends (\\w+)", Pattern.MULTILINE);

    private final Map<String, String> texts;

    private Sources(Map<String, String> texts) {
        this.texts = texts;
    }

    /** Reads all. */
    static Sources read() {
        return new Sources(Checkout.sources()
                .filter(each -> !each.startsWith(Checkout.path("proof/harness")))
                .collect(Collectors.toMap(Checkout::name, Sources::text)));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The paths of all. */
    Stream<String> files() {
        return texts.keySet().stream();
    }

    /** The text of a file. */
    String text(String file) {
        return texts.get(file);
    }

    /** The file of the class that the class of a file extends; none for one that is not of this project. */
    Stream<String> parents(String file) {
        return PARENT.matcher(text(file))
                .results()
                .map(found -> "/" + found.group(1) + ".java")
                .flatMap(name -> files().filter(each -> each.endsWith(name)));
    }
}
