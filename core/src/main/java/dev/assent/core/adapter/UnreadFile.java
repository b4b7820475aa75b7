package dev.assent.core.adapter;

/** The message that a file which a setting names can't be used. */
@FunctionalInterface
public interface UnreadFile {
    /**
     * It names the file, and what is wrong.
     *
     * @param file its path
     * @param key of the setting
     */
    String text(String file, String key, Throwable cause);
}
