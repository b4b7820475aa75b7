package dev.assent.transport.nativewire.fuzz;

import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The targets of the fuzzer on bytes of chance: the same every time, and with less insight than the fuzzer has. */
@Sampled
class ShortFuzzTest {
    private static final int TRIES = !Run.isWhole() ? 4_000 : 40_000;
    private static final int BYTES_MAX = 96;

    /** Bytes that mean something somewhere: tags, codes, the ends of numbers, and the kinds of CBOR. */
    private static final int[] LIKELY = {
        0, 1, 2, 3, 4, 5, 6, 7, 28, 0x41, 0x53, 0x4E, 0x57, 0x60, 0x7F, 0x80, 0x82, 0x9F, 0xA1, 0xBF, 0xC2, 0xC4, 0xF6,
        0xFB, 0xFF
    };

    private static void run(Consumer<byte[]> target) {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < TRIES; i++) {
            byte[] input = new byte[random.nextInt(BYTES_MAX)];
            for (int k = 0; k < input.length; k++) {
                input[k] =
                        (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : LIKELY[random.nextInt(LIKELY.length)]);
            }
            try {
                target.accept(input);
            } catch (RuntimeException | Error found) {
                throw new AssertionError(
                        "try " + i + " of " + java.util.HexFormat.of().formatHex(input), found);
            }
        }
    }

    @Test
    void anyBytesAreAFrameOrARefusal() {
        run(FrameFuzz::fuzzerTestOneInput);
    }

    @Test
    void anyBytesAreValuesOrARefusal() {
        run(ValueFuzz::fuzzerTestOneInput);
    }
}
