package dev.assent.core.jta;

/**
 * Makes sure that the calling thread has room on its stack for the end of a transaction.
 *
 * <p>A program may begin and end transactions in a recursion that has no end. Then a StackOverflowError comes sooner or
 * later, most likely in the deepest code: Assent's own, or a driver's. In a driver it counts as the failure of one call.
 * In Assent's own code nobody could tell how far the transaction came, and the node would stop. So this class makes the
 * error come before the end begins: the transaction stays as it is, and an outer frame, or its timeout, rolls it back.
 *
 * <p>It descends {@value #LEVELS} calls and comes back. On HotSpot that takes 5 KB of compiled frames, and more of
 * interpreted ones. Half as many calls were too few for the way from commit to the forced write. The price is about
 * 0.3 us, so it is not paid where the log is in memory.
 *
 * <p>Pure functions.
 */
final class StackRoom {
    private static final int LEVELS = 64;

    private StackRoom() {}

    /**
     * Returns if there is room.
     *
     * @throws StackOverflowError if there is none
     */
    static void require() {
        if (descend(LEVELS, 1, 2, 3, 4, 5, 6, 7, 8) == 0) {
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
