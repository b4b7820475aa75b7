package dev.assent.resources.node;

import dev.assent.resources.Secret;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the placeholders of a part of the configuration stand for. A mistake that tells such a value is told
 * with the placeholder in its place: what is not written in the configuration may be secret under any key. Plain
 * numbers and the words of a switch stay, since a mistake is easier to mend with them.
 *
 * <p>Thread safety: confined to one thread.
 */
final class Substitutes {
    private static final Pattern HARMLESS = Pattern.compile("-?\\d{0,9}|on|off|true|false");

    /** By what they stand for; the longest first, since one value may be a part of another. */
    private final Map<String, String> placeholders =
            new TreeMap<>(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    /**
     * What a value stands for, which is remembered.
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

    /** The mistake without such values; its cause is left out when it tells one, for that tells it, too. */
    IllegalArgumentException hiddenIn(IllegalArgumentException mistake) {
        String told = String.valueOf(mistake.getMessage());
        String text = hiddenIn(told);
        return text.equals(told) ? mistake : new IllegalArgumentException(text);
    }

    /** Whole words only: a user 'postgres' is not what is told by a class of 'org.postgresql'. */
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
