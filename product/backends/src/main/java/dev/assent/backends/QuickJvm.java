package dev.assent.backends;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Starts JVMs that a caller starts and kills again and again: with the class path of this JVM, quick to start, and with
 * no file in a shared folder.
 *
 * <p>A JVM that {@linkplain #sharingClasses shares classes} keeps an archive of them. The first process that ends in
 * order writes it. Later processes read it, and do not load the classes that are in it (class data sharing: JEP 310,
 * JEP 350).
 *
 * <p>Thread safety: any thread may call all methods; but until the archive exists, only one process may run.
 */
public final class QuickJvm {
    private static final QuickJvm PLAIN = new QuickJvm(System.getProperty("java.class.path"), null);

    private final String classPath;
    private final @Nullable Path archive;
    private volatile boolean isArchived;

    private QuickJvm(String classPath, @Nullable Path archive) {
        this.classPath = classPath;
        this.archive = archive;
    }

    /** One without an archive. */
    public static QuickJvm plain() {
        return PLAIN;
    }

    /**
     * One that will have an archive.
     *
     * @param folder for the archive, and for a jar of each folder in the class path, since an archive can't have
     *     classes from folders; made if it is missing
     */
    public static QuickJvm sharingClasses(Path folder) throws IOException {
        Files.createDirectories(folder);
        List<String> jars = new ArrayList<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path entry = Path.of(each);
            if (Files.isDirectory(entry)) {
                Path jar = folder.resolve(jars.size() + ".jar");
                pack(entry, jar);
                jars.add(jar.toString());
            } else if (Files.exists(entry)) {
                jars.add(each);
            }
        }
        return new QuickJvm(String.join(File.pathSeparator, jars), folder.resolve("classes.jsa"));
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream packed = new ZipOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            for (Path each : all.filter(Files::isRegularFile).sorted().toList()) {
                packed.putNextEntry(
                        new ZipEntry(classes.relativize(each).toString().replace(File.separatorChar, '/')));
                Files.copy(each, packed);
                packed.closeEntry();
            }
        }
    }

    /**
     * The program and its arguments.
     *
     * @param options of the JVM, in addition
     */
    public List<String> command(Class<?> main, List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xshare:auto"));
        if (archive != null) {
            command.add((isArchived ? "-XX:SharedArchiveFile=" : "-XX:ArchiveClassesAtExit=") + archive);
            // its warnings about classes that can't be in an archive are not the program's own output
            command.addAll(List.of("-Xlog:disable", "-Xlog:all=error:stderr"));
        }
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(arguments);
        return command;
    }

    /** A process has ended in order: if it had to write an archive, that exists now. */
    public void endedInOrder() {
        isArchived = archive != null && Files.exists(archive);
    }
}
