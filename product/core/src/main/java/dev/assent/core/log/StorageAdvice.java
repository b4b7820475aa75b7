package dev.assent.core.log;

import java.nio.file.AccessDeniedException;
import java.util.Map;

/**
 * Advice about a file or folder that can't be written, from the system's error. Pure functions.
 *
 * <p>For most failures the JDK has only the system's own text, which may be in the user's language. If it is not
 * understood, the advice names all usual causes.
 */
public final class StorageAdvice {
    private static final String READ_ONLY =
            "its file system is read-only: mount it so that it can be written, or name a folder on another one";

    private static final String FULL = "its disk is full: free some space there";
    private static final String QUOTA = "the quota of its user is used up: free some space there, or raise the quota";

    /** The texts of Linux, of macOS where they differ, and of Windows. */
    private static final Map<String, String> BY_TEXT = Map.of(
            "Read-only file system", READ_ONLY,
            "The media is write protected", READ_ONLY,
            "No space left on device", FULL,
            "There is not enough space on the disk", FULL,
            "Disk quota exceeded", QUOTA,
            "Disc quota exceeded", QUOTA,
            "Too many open files", "raise the limit of open files of the process");

    private StorageAdvice() {}

    /** The advice, in one clause. */
    public static String of(Throwable failed) {
        if (failed instanceof AccessDeniedException) {
            return "let the user that runs the node own it";
        }
        String text = String.valueOf(failed.getMessage());
        return BY_TEXT.entrySet().stream()
                .filter(each -> text.contains(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(
                        "see whether its disk is full, damaged or read-only, and whether the user that runs the node owns it");
    }
}
