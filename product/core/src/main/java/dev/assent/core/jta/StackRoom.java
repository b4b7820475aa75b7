package dev.assent.core.jta;

/**
 * Makes sure that the calling thread has room on its stack for the end of a transaction.
 *
 * <p>A program may begin and end transactions in a recursion that has no end. Then a StackOverflowError comes sooner or
 * later, most likely in the deepest code: Assent's own, or a driver's. In a driver it counts as the failure of one call.
 * In Assent's own code nobody could tell how far the transaction came, and the node would stop. So this class makes the
 * error come before the end begins: the transaction stays as it is, and an outer frame, or its timeout, rolls it back.
 *
 * <p>It descends {@value #LEVELS} calls and comes back. Their frames are large, though only the deepest call uses all of
 * one: HotSpot gives all frames of a method the same size. Few large frames cost less than many small ones, since a
 * processor predicts only some 16 returns, and each frame needs a line of its cache. Compiled they take 24 KB,
 * interpreted 53. That is enough for a way from commit to the forced write that is interpreted. With a fifth of it the
 * node stopped. It may be too little where classes are loaded on the way: in the first commits of a JVM. The price is
 * about 0.1 us, and more where many threads share a processor, so it is not paid where the log is in memory.
 *
 * <p>Safe for use by any number of threads.
 */
final class StackRoom {
    private static final int LEVELS = 20;

    /** Volatile, so that the compiler keeps each value that is read, until its use. */
    private static volatile long seed;

    private StackRoom() {}

    /**
     * Returns if there is room.
     *
     * @throws StackOverflowError if there is none
     */
    static void require() {
        if (descend(LEVELS) != LEVELS) {
            throw new AssertionError("all values are 0");
        }
    }

    /** The first value that is read is used last, so the frame has a place for each. */
    private static long descend(int levels) {
        if (levels > 0) {
            return descend(levels - 1) + 1;
        }
        // spotless:off: it has a line for each
        long a0 = seed, a1 = seed, a2 = seed, a3 = seed, a4 = seed, a5 = seed, a6 = seed, a7 = seed, a8 = seed, a9 = seed,
                b0 = seed, b1 = seed, b2 = seed, b3 = seed, b4 = seed, b5 = seed, b6 = seed, b7 = seed, b8 = seed, b9 = seed,
                c0 = seed, c1 = seed, c2 = seed, c3 = seed, c4 = seed, c5 = seed, c6 = seed, c7 = seed, c8 = seed, c9 = seed,
                d0 = seed, d1 = seed, d2 = seed, d3 = seed, d4 = seed, d5 = seed, d6 = seed, d7 = seed, d8 = seed, d9 = seed,
                e0 = seed, e1 = seed, e2 = seed, e3 = seed, e4 = seed, e5 = seed, e6 = seed, e7 = seed, e8 = seed, e9 = seed,
                f0 = seed, f1 = seed, f2 = seed, f3 = seed, f4 = seed, f5 = seed, f6 = seed, f7 = seed, f8 = seed, f9 = seed,
                g0 = seed, g1 = seed, g2 = seed, g3 = seed, g4 = seed, g5 = seed, g6 = seed, g7 = seed, g8 = seed, g9 = seed,
                h0 = seed, h1 = seed, h2 = seed, h3 = seed, h4 = seed, h5 = seed, h6 = seed, h7 = seed, h8 = seed, h9 = seed,
                i0 = seed, i1 = seed, i2 = seed, i3 = seed, i4 = seed, i5 = seed, i6 = seed, i7 = seed, i8 = seed, i9 = seed,
                j0 = seed, j1 = seed, j2 = seed, j3 = seed, j4 = seed, j5 = seed, j6 = seed, j7 = seed, j8 = seed, j9 = seed,
                k0 = seed, k1 = seed, k2 = seed, k3 = seed, k4 = seed, k5 = seed, k6 = seed, k7 = seed, k8 = seed, k9 = seed,
                l0 = seed, l1 = seed, l2 = seed, l3 = seed, l4 = seed, l5 = seed, l6 = seed, l7 = seed, l8 = seed, l9 = seed,
                m0 = seed, m1 = seed, m2 = seed, m3 = seed, m4 = seed, m5 = seed, m6 = seed, m7 = seed, m8 = seed, m9 = seed,
                n0 = seed, n1 = seed, n2 = seed, n3 = seed, n4 = seed, n5 = seed, n6 = seed, n7 = seed, n8 = seed, n9 = seed,
                o0 = seed, o1 = seed, o2 = seed, o3 = seed, o4 = seed, o5 = seed, o6 = seed, o7 = seed, o8 = seed, o9 = seed,
                p0 = seed, p1 = seed, p2 = seed, p3 = seed, p4 = seed, p5 = seed, p6 = seed, p7 = seed, p8 = seed, p9 = seed;
        return p9 - p8 - p7 - p6 - p5 - p4 - p3 - p2 - p1 - p0
                - o9 - o8 - o7 - o6 - o5 - o4 - o3 - o2 - o1 - o0
                - n9 - n8 - n7 - n6 - n5 - n4 - n3 - n2 - n1 - n0
                - m9 - m8 - m7 - m6 - m5 - m4 - m3 - m2 - m1 - m0
                - l9 - l8 - l7 - l6 - l5 - l4 - l3 - l2 - l1 - l0
                - k9 - k8 - k7 - k6 - k5 - k4 - k3 - k2 - k1 - k0
                - j9 - j8 - j7 - j6 - j5 - j4 - j3 - j2 - j1 - j0
                - i9 - i8 - i7 - i6 - i5 - i4 - i3 - i2 - i1 - i0
                - h9 - h8 - h7 - h6 - h5 - h4 - h3 - h2 - h1 - h0
                - g9 - g8 - g7 - g6 - g5 - g4 - g3 - g2 - g1 - g0
                - f9 - f8 - f7 - f6 - f5 - f4 - f3 - f2 - f1 - f0
                - e9 - e8 - e7 - e6 - e5 - e4 - e3 - e2 - e1 - e0
                - d9 - d8 - d7 - d6 - d5 - d4 - d3 - d2 - d1 - d0
                - c9 - c8 - c7 - c6 - c5 - c4 - c3 - c2 - c1 - c0
                - b9 - b8 - b7 - b6 - b5 - b4 - b3 - b2 - b1 - b0
                - a9 - a8 - a7 - a6 - a5 - a4 - a3 - a2 - a1 - a0;
        // spotless:on
    }
}
