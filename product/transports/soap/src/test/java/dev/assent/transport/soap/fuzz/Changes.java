package dev.assent.transport.soap.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/** Makes messages that are nearly right of those that are. Pure functions. */
public final class Changes {
    private static final List<String> PIECES = List.of(
            "<",
            ">",
            "/>",
            "</",
            "&",
            "&amp;",
            "&#0;",
            "&#13;",
            "<![CDATA[",
            "]]>",
            "<!--",
            "-->",
            "<?x?>",
            "<!DOCTYPE a>",
            "xmlns=''",
            " xmlns:soap='urn:1'",
            " wsa:IsReferenceParameter='true'",
            " soap:mustUnderstand='1'",
            "<wsa:Action>",
            "</wsa:Action>",
            "\"",
            "'",
            ":",
            "\u00e4",
            "\ufeff",
            "\0",
            " ",
            "-1",
            "99999999999");

    private Changes() {}

    /** A sample with one to four changes: a piece put in, a stretch left out, one that comes twice, or another character. */
    public static byte[] of(List<String> samples, SplittableRandom random) {
        String text = samples.get(random.nextInt(samples.size()));
        for (int i = random.nextInt(4); i >= 0; i--) {
            int from = random.nextInt(text.length());
            int to = Math.min(text.length(), from + random.nextInt(1, 60));
            String before = text.substring(0, from);
            String after = text.substring(to);
            text = switch (random.nextInt(4)) {
                case 0 -> before + PIECES.get(random.nextInt(PIECES.size())) + text.substring(from);
                case 1 -> before + after;
                case 2 -> text.substring(0, to) + text.substring(from);
                default -> before + (char) random.nextInt(1, 128) + text.substring(from + 1);
            };
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
