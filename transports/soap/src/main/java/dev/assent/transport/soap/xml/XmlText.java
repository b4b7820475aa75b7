package dev.assent.transport.soap.xml;

/** Texts that XML can say. Pure functions. */
public final class XmlText {
    private XmlText() {}

    /**
     * A text for people, in which what XML can't say is replaced, and what is long is cut.
     *
     * @param charsMax how many characters (code points) are kept
     */
    public static String plain(String text, int charsMax) {
        StringBuilder plain = new StringBuilder();
        text.codePoints()
                .limit(charsMax)
                .map(each -> isCharacter(each) ? each : '?')
                .forEach(plain::appendCodePoint);
        return plain.toString();
    }

    /** A text without the spaces around it: those of XML alone (section 2.3). */
    public static String strip(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (from < to && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean isSpace(char each) {
        return each == ' ' || each == '\t' || each == '\n' || each == '\r';
    }

    /** Whether XML can say a text as it is. */
    public static boolean isPlain(String text) {
        return text.codePoints().allMatch(XmlText::isCharacter);
    }

    /** Whether XML 1.0 has a character (section 2.2). */
    private static boolean isCharacter(int codePoint) {
        return codePoint >= ' '
                ? codePoint < 0xD800 || (codePoint > 0xDFFF && codePoint != 0xFFFE && codePoint != 0xFFFF)
                : codePoint == '\t' || codePoint == '\n' || codePoint == '\r';
    }
}
