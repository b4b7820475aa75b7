package dev.assent.resources.assembly;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.resources.pool.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A value that stands for another one, so that no configuration needs a secret: <code>
 * ${env:NAME}</code>, an environment variable, or <code>${file:PATH}</code>, the content of a file
 * without its last line end.
 */
final class Placeholder {
    private static final Pattern FORM = Pattern.compile("\\$\\{(env|file):([^}]+)}");
    private static final int FILE_BYTES_MAX = 65_536;

    private Placeholder() {}

    /**
     * The value behind a placeholder; any other value unchanged.
     *
     * @throws IllegalArgumentException naming the key and the placeholder, never the value behind it, nor a value
     *     that only looks like a placeholder and may be secret
     */
    static String resolve(String key, String value) {
        Matcher form = FORM.matcher(value);
        if (form.matches()) {
            String what = form.group(2);
            return form.group(1).equals("env") ? variable(key, value, what) : content(key, value, what);
        }
        if (value.contains("${")) {
            throw refused(key, Secret.shown(key, value), "the placeholder is unknown, or has more text beside it");
        }
        return value;
    }

    private static String variable(String key, String value, String name) {
        String found = System.getenv(name);
        if (found == null) {
            throw refused(key, value, "no such environment variable is set");
        }
        return found;
    }

    private static String content(String key, String value, String path) {
        try {
            Path file = Path.of(path);
            if (Files.size(file) > FILE_BYTES_MAX) {
                throw refused(key, value, "the file has more than " + FILE_BYTES_MAX + " bytes");
            }
            return Files.readString(file, StandardCharsets.UTF_8).replaceFirst("\\R\\z", "");
        } catch (IOException | InvalidPathException failed) {
            throw refused(key, value, "the file can't be read: " + failed);
        }
    }

    private static IllegalArgumentException refused(String key, String value, String why) {
        return new IllegalArgumentException(MESSAGES.placeholderRefused(key, value, why));
    }
}
