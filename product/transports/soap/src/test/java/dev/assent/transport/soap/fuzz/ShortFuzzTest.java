package dev.assent.transport.soap.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import dev.assent.transport.soap.Samples;
import dev.assent.transport.soap.addressing.AddressingHeaders;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.xml.XmlLimits;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The target of the fuzzer on messages that chance has changed: the same every time, with less insight than the fuzzer. */
@Sampled
class ShortFuzzTest {
    private static final int TRIES = !Run.isWhole() ? 2_000 : 20_000;
    /** What means something somewhere in XML, or in these messages. */
    @Test
    void changedMessagesAreMessagesOrRefusals() {
        SplittableRandom random = new SplittableRandom(7);
        Messages messages = new Messages(XmlLimits.DEFAULT);
        int taken = 0;
        for (int i = 0; i < TRIES; i++) {
            byte[] input = Changes.of(Samples.all(), random);
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
}
