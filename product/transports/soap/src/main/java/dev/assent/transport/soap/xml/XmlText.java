package dev.assent.transport.soap.xml;

/** Texts in XML. Pure functions. */
public final class XmlText {
    private XmlText() {}

    /**
     * A text for display: replaces characters that XML does not allow, and cuts it.
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

    /** A text without spaces around it; only those of XML count (section 2.3). */
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

    /** Whether XML allows all characters of a text. */
    public static boolean isPlain(String text) {
        return text.codePoints().allMatch(XmlText::isCharacter);
    }

    /** Whether XML 1.0 allows a character (section 2.2). */
    private static boolean isCharacter(int codePoint) {
        return codePoint >= ' '
                ? codePoint < 0xD800 || (codePoint > 0xDFFF && codePoint != 0xFFFE && codePoint != 0xFFFF)
                : codePoint == '\t' || codePoint == '\n' || codePoint == '\r';
    }
}
