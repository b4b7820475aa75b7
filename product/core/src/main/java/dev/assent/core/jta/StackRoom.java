package dev.assent.core.jta;

/**
 * Makes sure that the calling thread has room on its stack for the end of a transaction.
 *
 * <p>A program may begin and end transactions in a recursion that has no end. Then a StackOverflowError comes sooner or
 * later, most likely in the deepest code: Assent's own, or a driver's. In a driver it counts as the failure of one call.
 * In Assent's own code nobody could tell how far the transaction came, and the node would stop. So this class makes the
 * error come before the end begins: the transaction stays as it is, and an outer frame, or its timeout, rolls it back.
 *
 * <p>It descends some calls and comes back. HotSpot compiles the descent at once, and then 64 calls take 5 KB of stack.
 * That is enough for a way from commit to the forced write that is compiled too: with half as many the node stopped. But
 * while this way is interpreted, and its classes are loaded, it takes more stack. So the first {@value #COLD_ENDS}
 * commits of this JVM descend {@value #COLD_LEVELS} calls, and so do its first rollbacks. The price is about 0.3 us for 64 calls, so it is not paid where the
 * log is in memory.
 *
 * <p>Safe for use by any number of threads. A race can only make the cold ends more.
 */
final class StackRoom {
    static final StackRoom FOR_COMMIT = new StackRoom();
    static final StackRoom FOR_ROLLBACK = new StackRoom();

    private static final int COLD_ENDS = 10_000;

    private static final int COLD_LEVELS = 256;
    private static final int WARM_LEVELS = 64;

    private int coldEndsLeft = COLD_ENDS;

    private StackRoom() {}

    /**
     * Returns if there is room.
     *
     * @throws StackOverflowError if there is none
     */
    void require() {
        int levels = WARM_LEVELS;
        int coldLeft = coldEndsLeft;
        if (coldLeft > 0) {
            coldEndsLeft = coldLeft - 1;
            levels = COLD_LEVELS;
        }
        if (descend(levels, 1, 2, 3, 4, 5, 6, 7, 8) == 0) {
            throw new AssertionError("the sum is never 0");
        }
    }

    /** The arguments are used after the call, so a frame has a place for each. */
    private static long descend(int levels, long a, long b, long c, long d, long e, long f, long g, long h) {
        if (levels == 0) {
            return a;
        }
        return descend(levels - 1, b, c, d, e, f, g, h, a) + a + b + c + d + e + f + g + h;
    }
}
