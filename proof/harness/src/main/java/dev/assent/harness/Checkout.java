package dev.assent.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files of the whole project, for tests that compare them with each other. Safe for all threads. */
public final class Checkout {
    private static final Path ROOT = root(Path.of("").toAbsolutePath());

    private Checkout() {}

    /** The folder that has the Maven wrapper: this one, or the nearest above it. */
    private static Path root(Path folder) {
        if (Files.exists(folder.resolve("mvnw"))) {
            return folder;
        }
        Path above = folder.getParent();
        if (above == null) {
            throw new IllegalStateException("no folder above " + Path.of("").toAbsolutePath() + " has the file mvnw");
        }
        return root(above);
    }

    /** A file or folder by its path in the project, such as {@code docs/architecture.md}; the project's own is empty. */
    public static Path path(String path) {
        return ROOT.resolve(path);
    }

    /** The path in the project of one of its files, with slashes. */
    public static String name(Path file) {
        return ROOT.relativize(file).toString().replace('\\', '/');
    }

    /** All Java sources. What is built or hidden does not belong to them: it comes and goes meanwhile. */
    public static Stream<Path> sources() {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    String name = folder.getFileName().toString();
                    boolean isOther = name.equals("target") || name.startsWith(".");
                    return isOther && !folder.equals(ROOT) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.toString().endsWith(".java")) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return found.stream();
    }
}
