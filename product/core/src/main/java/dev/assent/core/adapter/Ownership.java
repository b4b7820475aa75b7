package dev.assent.core.adapter;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;

/**
 * Gives files that root makes in another user's folder to that user. Otherwise that user could not start the node after
 * root has once acted on it. A process that is not root, or may not give files away, keeps its files. Has no state.
 */
final class Ownership {
    private static final Integer ROOT = 0;

    private Ownership() {}

    /** Gives a file or folder that this process has just made to the owner of its folder. */
    static void ofFolder(Path made) throws IOException {
        Path folder = made.toAbsolutePath().getParent();
        if (folder == null
                || !FileSystems.getDefault().supportedFileAttributeViews().contains("unix")
                || !ROOT.equals(Files.getAttribute(made, "unix:uid", LinkOption.NOFOLLOW_LINKS))) {
            return;
        }
        PosixFileAttributes wanted = Files.readAttributes(folder, PosixFileAttributes.class);
        PosixFileAttributeView view = // of the name itself, so that root never gives away a link's target
                Files.getFileAttributeView(made, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        try {
            view.setGroup(wanted.group());
            view.setOwner(wanted.owner());
        } catch (IOException denied) {
            // root of a container that may not give files away: then no other user will start the node
        }
    }
}
