package dev.assent.lab.transport;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The jars of another maker's programs. The build of the lab has put them into a folder beside the classes of the lab.
 */
public final class PeerFolder {
    private PeerFolder() {}

    /**
     * The class path in a folder: its jars, and its folders of classes.
     *
     * @param transport that needs it
     * @throws IllegalArgumentException when the folder does not exist
     */
    public static List<Path> classPath(String transport, String name) {
        Path folder = beside(name);
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> each.toString().endsWith(".jar") || Files.isDirectory(each))
                    .sorted()
                    .toList();
        } catch (IOException missing) {
            throw new IllegalArgumentException(MESSAGES.peerMissing(transport, folder), missing);
        }
    }

    private static Path beside(String name) {
        try {
            Path classes = Path.of(PeerFolder.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Objects.requireNonNull(classes.getParent()).resolve(name);
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
