package dev.assent.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The Java sources of all modules but this one, by their paths. Immutable. */
final class Sources {
    /** The folder of the whole project. */
    static final Path CHECKOUT = Path.of("..");

    private static final Pattern PARENT =
            Pattern.compile("^(?:public )?(?:final |abstract )*class \\w+ extends (\\w+)", Pattern.MULTILINE);

    private final Map<String, String> texts;

    private Sources(Map<String, String> texts) {
        this.texts = texts;
    }

    /** Reads all. */
    static Sources read() {
        try (Stream<Path> files = Files.walk(CHECKOUT)) {
            return new Sources(files.filter(each -> each.toString().endsWith(".java"))
                    .filter(each -> each.toString().contains("/src/"))
                    .filter(each -> !each.toString().contains("/target/"))
                    .filter(each -> !each.startsWith(CHECKOUT.resolve("harness")))
                    .collect(Collectors.toMap(Path::toString, Sources::text, (one, other) -> one)));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
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
