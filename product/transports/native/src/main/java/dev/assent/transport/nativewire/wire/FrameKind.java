package dev.assent.transport.nativewire.wire;

/** The kinds of frames, by the byte that follows the length. */
public final class FrameKind {
    /** The first frame of both sides, with their identities. */
    public static final int HELLO = 1;

    /** The connection is refused, with the reason; nothing follows. */
    public static final int REFUSED = 2;

    /** Asks for a sign of life. */
    public static final int PING = 3;

    /** Answers a ping. */
    public static final int PONG = 4;

    /** The last number that is accepted; nothing after it is. */
    public static final int BYE = 5;

    /** An address that contexts will name by a number. */
    public static final int ALIAS = 6;

    /** A call of a method. */
    public static final int CALL = 16;

    /** The result of a call. */
    public static final int RESULT = 17;

    /** A question about a transaction. */
    public static final int ASK = 18;

    /** Its answer. */
    public static final int ANSWER = 19;

    /** A call or a question that gets no answer, and whether it was accepted. */
    public static final int UNANSWERED = 20;

    private FrameKind() {}
}
