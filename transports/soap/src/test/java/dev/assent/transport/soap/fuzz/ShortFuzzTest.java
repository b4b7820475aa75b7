package dev.assent.transport.soap.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.transport.soap.Samples;
import dev.assent.transport.soap.addressing.AddressingHeaders;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.xml.XmlLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The target of the fuzzer on messages that chance has changed: the same every time, with less insight than the fuzzer. */
class ShortFuzzTest {
    private static final int TRIES = 20_000;
    /** What means something somewhere in XML, or in these messages. */
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

    @Test
    void changedMessagesAreMessagesOrRefusals() {
        SplittableRandom random = new SplittableRandom(7);
        Messages messages = new Messages(XmlLimits.DEFAULT);
        int taken = 0;
        for (int i = 0; i < TRIES; i++) {
            byte[] input = change(random);
            try {
                MessageFuzz.fuzzerTestOneInput(input);
                taken += isTaken(messages, input) ? 1 : 0;
            } catch (RuntimeException | Error found) {
                throw new AssertionError("try " + i + " of " + new String(input, StandardCharsets.UTF_8), found);
            }
        }
        assertThat(taken).as("else hardly anything was written and read again").isGreaterThan(TRIES / 20);
    }

    private static boolean isTaken(Messages messages, byte[] input) {
        try {
            Envelope envelope = messages.open(input, null);
            Messages.content(envelope, AddressingHeaders.read(envelope));
            return true;
        } catch (FaultException refused) {
            return false;
        }
    }

    /** A sample with one to four changes: a piece put in, a stretch left out, one that comes twice, or another character. */
    private static byte[] change(SplittableRandom random) {
        String text = Samples.all().get(random.nextInt(Samples.all().size()));
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
