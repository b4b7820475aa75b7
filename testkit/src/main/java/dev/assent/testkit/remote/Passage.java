package dev.assent.testkit.remote;

/**
 * One message on its way over a {@link FaultyWire}, whose fate is being decided. Its sender gets one answer, the first.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface Passage {
    /** Its kind. */
    MessageKind kind();

    /** The node that sends it. */
    String from();

    /** The address it is sent to. */
    String to();

    /** It arrives, and its answer comes back. When it is delivered again, that answer is dropped. */
    void deliver();

    /** It arrives, and its answer gets lost. */
    void loseAnswer();

    /** Tells the sender that there is no answer. If the message is delivered later, it still arrives. */
    void lose();

    /** It arrives, and again once its answer has come back. */
    void repeatLater();

    /** The message arrives, and arrives again before the receiver sends its answer. */
    void repeat();
}
