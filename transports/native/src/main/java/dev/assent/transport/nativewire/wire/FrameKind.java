package dev.assent.transport.nativewire.wire;

/** The kinds of frames, by the byte that follows the length. */
public final class FrameKind {
    /** The first frame of both sides: who they are. */
    public static final int HELLO = 1;

    /** The connection is refused, and why; nothing follows. */
    public static final int REFUSED = 2;

    /** Are you there? */
    public static final int PING = 3;

    /** I am. */
    public static final int PONG = 4;

    /** The last number that is taken; nothing that follows is. */
    public static final int BYE = 5;

    /** An address that contexts will name by a number. */
    public static final int ALIAS = 6;

    /** A call of a method. */
    public static final int CALL = 16;

    /** What became of a call. */
    public static final int RESULT = 17;

    /** A question about a transaction. */
    public static final int ASK = 18;

    /** Its answer. */
    public static final int ANSWER = 19;

    /** A call or a question that gets no answer, and whether it was taken. */
    public static final int UNANSWERED = 20;

    private FrameKind() {}
}
