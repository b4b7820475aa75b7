package dev.assent.remote.superior;

/**
 * By which messages somebody has registered, so that one that comes again is known: it may have been asked for its
 * synchronizations since, and would be taken for one that has more. Its messages are numbered, and one is under way at a time,
 * so the highest number tells.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class HeardMessages {
    private int heard;
    private int announced;

    /**
     * One has come.
     *
     * @param number 0 for one that can't be told apart from others
     */
    synchronized void hear(int number) {
        heard = Math.max(heard, number);
    }

    /** Whether it has come before. */
    synchronized boolean knows(int number) {
        return number > 0 && number <= heard;
    }

    /** What it has said is known to whoever decides. */
    synchronized void announced(int number) {
        announced = Math.max(announced, number);
    }

    /** Whether that is known there. */
    synchronized boolean isAnnounced(int number) {
        return number <= announced;
    }
}
