package dev.assent.core.adapter;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Features that Windows file systems lack: permissions of an owner, and folders that can be forced. Has no state. */
final class Posix {
    private Posix() {}

    /** Whether the file system of a path has them. */
    static boolean isAt(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** The attribute that gives a new file or folder to its owner only; none if the file system does not support it. */
    static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        return isAt(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
