package dev.assent.mutation;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;

/** A folder of compiled classes. Immutable. */
record Compiled(Path folder) {
    private static final String SUFFIX = ".class";

    /** As the build has it: unit tests, simulations and integration tests. */
    private static final Pattern TEST = Pattern.compile("[^$]*(Test|Simulation|IT)");

    /** The names of all classes, sorted, such as {@code dev.assent.core.commit.Vote}. */
    List<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(each -> folder.relativize(each).toString())
                    .filter(each -> each.endsWith(SUFFIX) && !each.endsWith("-info" + SUFFIX))
                    .map(each ->
                            each.substring(0, each.length() - SUFFIX.length()).replace(File.separatorChar, '.'))
                    .sorted()
                    .toList();
        }
    }

    /** The names of the test classes, sorted. */
    List<String> tests() throws IOException {
        List<String> found = new ArrayList<>();
        for (String each : names()) {
            if (TEST.matcher(each).matches() && !isAbstract(each)) {
                found.add(each);
            }
        }
        return found;
    }

    private boolean isAbstract(String name) throws IOException {
        return Modifier.isAbstract(new ClassReader(bytes(name)).getAccess());
    }

    /** The bytes of a class. */
    byte[] bytes(String name) throws IOException {
        return Files.readAllBytes(folder.resolve(name.replace('.', '/') + SUFFIX));
    }

    /** Whether it has a class. */
    boolean has(String name) {
        return Files.exists(folder.resolve(name.replace('.', '/') + SUFFIX));
    }
}
