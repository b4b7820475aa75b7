package dev.assent.resources.assembly;

import dev.assent.resources.pool.Secret;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The values behind the placeholders of a part of the configuration. A message about a mistake shows the placeholder in
 * place of its value: a value that is not written in the configuration may be secret under any key. Plain numbers and
 * the words of a switch stay, since they help to correct a mistake.
 *
 * <p>Thread safety: confined to one thread.
 */
final class Substitutes {
    private static final Pattern HARMLESS = Pattern.compile("-?\\d{0,9}|on|off|true|false");

    /** The placeholders by their values; the longest first, since one value may be a part of another. */
    private final Map<String, String> placeholders =
            new TreeMap<>(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    /**
     * The value behind a placeholder, which this remembers.
     *
     * @throws IllegalArgumentException as {@link Placeholder#resolve}
     */
    String resolve(String key, String value) {
        String resolved = Placeholder.resolve(key, value);
        if (!resolved.equals(value)) {
            String plain = resolved.strip();
            hide(plain, value);
            hide(Secret.shown("", plain), value);
        }
        return resolved;
    }

    private void hide(String resolved, String placeholder) {
        if (!HARMLESS.matcher(resolved).matches() && !resolved.equals(Secret.HIDDEN)) {
            placeholders.put(resolved, placeholder);
        }
    }

    /** The mistake without such values. Its cause is left out if it contains one. */
    IllegalArgumentException hiddenIn(IllegalArgumentException mistake) {
        String told = String.valueOf(mistake.getMessage());
        String text = hiddenIn(told);
        return text.equals(told) ? mistake : new IllegalArgumentException(text);
    }

    /** Replaces whole words only: a class of 'org.postgresql' does not reveal a user 'postgres'. */
    private String hiddenIn(String text) {
        if (placeholders.isEmpty()) {
            return text;
        }
        String any = placeholders.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"));
        return Pattern.compile("(?<![\\p{L}\\p{N}_])(?:" + any + ")(?![\\p{L}\\p{N}_])")
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(placeholders.get(found.group())));
    }
}
