package dev.assent.transport.soap.xml;

import java.util.function.Consumer;

/**
 * Finds the prefixes that names in a text may use (QName): the name characters before each colon, as far as they are an
 * NCName. It takes one pass, whatever the text is. Pure functions.
 */
final class Prefixes {
    private Prefixes() {}

    /** Reports each prefix, as often as it occurs. */
    static void in(String text, Consumer<String> found) {
        int from = 0;
        for (int colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', from)) {
            int start = start(text, from, colon);
            if (start < colon) {
                found.accept(text.substring(start, colon));
            }
            from = colon + 1;
        }
    }

    /** The start of the prefix before a colon, after the previous colon; the colon's own position if there is none. */
    private static int start(String text, int from, int colon) {
        int start = colon;
        int at = colon;
        while (at > from) {
            int point = text.codePointBefore(at);
            if (!isNamePart(point)) {
                break;
            }
            at -= Character.charCount(point);
            if (isNameStart(point)) {
                start = at;
            }
        }
        return start;
    }

    private static boolean isNameStart(int point) {
        return Character.isLetter(point) || point == '_';
    }

    private static boolean isNamePart(int point) {
        int type = Character.getType(point);
        return isNameStart(point)
                || point == '.'
                || point == '-'
                || type == Character.DECIMAL_DIGIT_NUMBER
                || type == Character.LETTER_NUMBER
                || type == Character.OTHER_NUMBER;
    }
}
