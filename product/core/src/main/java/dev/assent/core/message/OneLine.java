package dev.assent.core.message;

import dev.assent.core.foreign.Failure;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A foreign text in a form for messages, reports and logs: on one line, without the frames of a stack trace, and with
 * at most {@value #CHARS_MAX} characters. Pure functions.
 */
public final class OneLine {
    /** The most characters that are kept. */
    public static final int CHARS_MAX = 1_000;

    /** Replaces the rest of a text that is cut. */
    private static final String CUT = " ...";

    /** The most characters that are read: a foreign text may have any length. */
    private static final int READ_CHARS_MAX = 64 * 1_024;

    private static final Pattern BREAK = Pattern.compile("\\R");
    private static final Pattern FRAME =
            Pattern.compile("\\s*(?:at \\S+\\(.*|\\.\\.\\. \\d+ (?:more|common frames omitted))");
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");

    private OneLine() {}

    /** A text on one line; "null" for none. */
    public static String of(@Nullable Object said) {
        String text = Failure.text(said);
        boolean isCut = text.length() > READ_CHARS_MAX;
        if (isCut) {
            text = text.substring(0, READ_CHARS_MAX);
        }
        StringBuilder line = new StringBuilder();
        for (String each : BREAK.split(text, -1)) {
            boolean isFrame = line.length() > 0 && FRAME.matcher(each).matches();
            if (!isFrame && !each.isBlank()) {
                line.append(line.length() == 0 ? "" : "; ")
                        .append(CONTROL.matcher(each).replaceAll(" ").strip());
            }
        }
        if (line.length() <= CHARS_MAX && !isCut) {
            return line.toString();
        }
        int end = Math.min(line.length(), CHARS_MAX - CUT.length());
        boolean isSplit = end > 0 && Character.isHighSurrogate(line.charAt(end - 1));
        return line.substring(0, isSplit ? end - 1 : end) + CUT;
    }
}
