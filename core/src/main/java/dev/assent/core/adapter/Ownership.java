package dev.assent.core.adapter;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;

/**
 * Gives what root makes in the folder of somebody else to that user, who could not start the node otherwise
 * after root has acted on it once. Whoever is not root, or may not give things away, keeps what he makes. Has
 * no state.
 */
final class Ownership {
    private static final Integer ROOT = 0;

    private Ownership() {}

    /** Makes the owner of the folder the owner of what this process has just made in it. */
    static void ofFolder(Path made) throws IOException {
        Path folder = made.toAbsolutePath().getParent();
        if (folder == null
                || !FileSystems.getDefault().supportedFileAttributeViews().contains("unix")
                || !ROOT.equals(Files.getAttribute(made, "unix:uid", LinkOption.NOFOLLOW_LINKS))) {
            return;
        }
        PosixFileAttributes wanted = Files.readAttributes(folder, PosixFileAttributes.class);
        PosixFileAttributeView view = // of the name itself: nobody can have root give away the target of a link
                Files.getFileAttributeView(made, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        try {
            view.setGroup(wanted.group());
            view.setOwner(wanted.owner());
        } catch (IOException denied) {
            // the root of a container that may not give anything away: then nobody else is to start the node
        }
    }
}
