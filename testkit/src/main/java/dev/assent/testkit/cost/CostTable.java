package dev.assent.testkit.cost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The tables of docs/reference/costs.md: a name in the first column, and numbers. */
public final class CostTable {
    private static final Path PAGE = Path.of("docs", "reference", "costs.md");

    private CostTable() {}

    /** The lines of the table whose heading begins so. */
    public static Stream<String> lines(String heading) throws IOException {
        List<String> all = Files.readAllLines(page());
        int header = 0;
        while (!all.get(header).startsWith(heading)) {
            header++;
        }
        return all.stream().skip(header + 2).takeWhile(line -> line.startsWith("|"));
    }

    /** Modules are not all at the same depth. */
    private static Path page() {
        return Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                .map(folder -> folder.resolve(PAGE))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
    }

    /** The name of a line. */
    public static String name(String line) {
        return line.substring(1).split("\\|")[0].strip();
    }

    /** The numbers of a line. */
    public static long[] numbers(String line) {
        return Arrays.stream(line.substring(1).split("\\|"))
                .skip(1)
                .map(String::strip)
                .mapToLong(Long::parseLong)
                .toArray();
    }
}
