package dev.assent.testkit.remote;

import java.util.List;
import java.util.stream.IntStream;

/** Texts that have one hash code. */
public final class EqualHashes {
    private static final int BITS = 12;

    private EqualHashes() {}

    /**
     * Different ones, of "Aa" and "BB", which have one hash code, and so have texts of both.
     *
     * @param count up to 4,096
     */
    public static List<String> texts(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Integer.toBinaryString(1 << BITS | i))
                .map(bits -> bits.replace("0", "Aa").replace("1", "BB"))
                .toList();
    }
}
