package dev.assent.remote.superior;

/**
 * The registrations that a subordinate has sent, to recognize a repeated one. If the superior asked for its
 * synchronizations meanwhile, a repeated message would look like news of further ones. The messages are numbered and
 * one is under way at a time, so the highest number is enough.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class HeardMessages {
    private int heard;
    private int announced;

    /**
     * Notes a message that has come.
     *
     * @param number 0 if the wire does not number messages
     */
    synchronized void hear(int number) {
        heard = Math.max(heard, number);
    }

    /** Whether a message has come before. */
    synchronized boolean knows(int number) {
        return number > 0 && number <= heard;
    }

    /** Notes that the root knows the content of a message. */
    synchronized void announced(int number) {
        announced = Math.max(announced, number);
    }

    /** Whether the root knows the content of a message. */
    synchronized boolean isAnnounced(int number) {
        return number <= announced;
    }
}
