package dev.assent.core.jta;

/**
 * Makes sure that the calling thread has room on its stack for the end of a transaction.
 *
 * <p>A program may begin and end transactions in a recursion that has no end. Then a StackOverflowError comes sooner or
 * later, most likely in the deepest code: Assent's own, or a driver's. In a driver it counts as the failure of one call.
 * In Assent's own code nobody could tell how far the transaction came, and the node would stop. So this class makes the
 * error come before the end begins: the transaction stays as it is, and an outer frame, or its timeout, rolls it back.
 *
 * <p>It descends {@value #LEVELS} calls and comes back. Its frames are large, though only the deepest call uses all of
 * one: HotSpot gives all frames of a method the same size. Compiled they take 24 KB, interpreted more. That is enough
 * for a way from commit to the forced write that is interpreted. With a fifth of it the node stopped. It may be too
 * little where classes are loaded on the way: in the first commits of a JVM. The price is about 0.3 us, so it is not
 * paid where the log is in memory.
 *
 * <p>Safe for use by any number of threads.
 */
final class StackRoom {
    private static final int LEVELS = 96;

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
        long a0 = seed,
                a1 = seed,
                a2 = seed,
                a3 = seed,
                a4 = seed,
                a5 = seed,
                a6 = seed,
                a7 = seed,
                b0 = seed,
                b1 = seed,
                b2 = seed,
                b3 = seed,
                b4 = seed,
                b5 = seed,
                b6 = seed,
                b7 = seed,
                c0 = seed,
                c1 = seed,
                c2 = seed,
                c3 = seed,
                c4 = seed,
                c5 = seed,
                c6 = seed,
                c7 = seed,
                d0 = seed,
                d1 = seed,
                d2 = seed,
                d3 = seed,
                d4 = seed,
                d5 = seed,
                d6 = seed,
                d7 = seed,
                e0 = seed,
                e1 = seed,
                e2 = seed,
                e3 = seed,
                e4 = seed,
                e5 = seed,
                e6 = seed,
                e7 = seed;
        return e7 - e6 - e5 - e4 - e3 - e2 - e1 - e0 - d7 - d6 - d5 - d4 - d3 - d2 - d1 - d0 - c7 - c6 - c5 - c4 - c3
                - c2 - c1 - c0 - b7 - b6 - b5 - b4 - b3 - b2 - b1 - b0 - a7 - a6 - a5 - a4 - a3 - a2 - a1 - a0;
    }
}
