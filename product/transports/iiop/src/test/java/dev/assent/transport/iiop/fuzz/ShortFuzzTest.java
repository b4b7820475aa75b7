package dev.assent.transport.iiop.fuzz;

import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import java.util.Base64;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The targets of the fuzzer on bytes of chance: the same every time, and with less insight than the fuzzer has. */
@Sampled
class ShortFuzzTest {
    private static final int TRIES = !Run.isWhole() ? 2_000 : 20_000;
    private static final int BYTES_MAX = 48;

    /** Bytes that mean something somewhere: lengths, tags, the ends of numbers. */
    private static final int[] LIKELY = {0, 0, 0, 1, 2, 3, 4, 8, 10, 12, 19, 31, 0x7F, 0x80, 0xFE, 0xFF};

    private static void run(Consumer<byte[]> target) {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < TRIES; i++) {
            byte[] input = new byte[random.nextInt(BYTES_MAX)];
            for (int k = 0; k < input.length; k++) {
                boolean isAny = random.nextInt(3) == 0;
                input[k] = (byte) (isAny ? random.nextInt(256) : LIKELY[random.nextInt(LIKELY.length)]);
            }
            try {
                target.accept(input);
            } catch (RuntimeException | Error found) {
                throw new AssertionError("try " + i + " of " + HexFormat.of().formatHex(input), found);
            }
        }
    }

    /** Found by the fuzzer: a BigInteger whose digits are null. */
    @Test
    void aNumberWithoutDigitsIsRefused() {
        String found =
                "f///AAAAAAAoACEAAAQAOwAAAAAAAAICAgICAgICAgICAgICAlMAJwQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                        + "AAAAAAAAAAAAAAAAAAAAAAB///8AAgAAUgAAAAB///8AAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                        + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAApg==";
        ValueFuzz.fuzzerTestOneInput(Base64.getDecoder().decode(found));
    }

    @Test
    void anyBytesAreAContextOrARefusal() {
        run(ContextFuzz::fuzzerTestOneInput);
    }

    @Test
    void anyBytesAreValuesOrARefusal() {
        run(ValueFuzz::fuzzerTestOneInput);
    }
}
