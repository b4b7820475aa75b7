package dev.assent.core.adapter;

/** Makes the message about a file that a setting names and that can't be used. */
@FunctionalInterface
public interface UnreadFile {
    /**
     * The message, with the file and the reason.
     *
     * @param file its path
     * @param key of the setting
     */
    String text(String file, String key, Throwable cause);
}
