package dev.assent.transport.nativewire.wire;

import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Decision;
import dev.assent.remote.message.Response.Why;
import java.util.List;

/** Answers to questions: the body of an {@link FrameKind#ANSWER} after its number. */
public final class ResponseCodec {
    /** Longer texts are cut. */
    static final int TEXT_CHARS_MAX = 8_000;

    private static final List<Decision> DECISIONS = List.of(Decision.COMMIT, Decision.ROLLBACK, Decision.UNDECIDED);
    private static final List<Why> REASONS = List.of(Why.NOT_READY, Why.NOT_MINE, Why.FORBIDDEN, Why.STATE, Why.GONE);

    private static final int ANSWERED = 1;
    private static final int REGISTERED = 2;
    private static final int DECIDED = 3;
    private static final int BEGUN = 4;
    private static final int ENDED = 5;
    private static final int REFUSED = 6;

    private ResponseCodec() {}

    static String cut(String text) {
        return text.length() > TEXT_CHARS_MAX ? text.substring(0, TEXT_CHARS_MAX) : text;
    }

    /**
     * Writes an answer.
     *
     * @throws IllegalArgumentException when it is {@code Unanswered}, which has a frame of its own
     */
    public static void write(WireOut out, Shorthand shorthand, Response response) {
        if (response instanceof Response.Answered answered) {
            out.putByte(ANSWERED).putByte(RequestCodec.ANSWERS.indexOf(answered.answer()));
        } else if (response instanceof Response.Registered registered) {
            String address = registered.address();
            out.putByte(REGISTERED).putByte(address == null ? 0 : 1);
            if (address != null) {
                out.putString(address);
            }
        } else if (response instanceof Response.Decided decided) {
            out.putByte(DECIDED).putByte(DECISIONS.indexOf(decided.decision()));
        } else if (response instanceof Response.Begun begun) {
            ContextCodec.write(out.putByte(BEGUN), shorthand, begun.context());
        } else if (response instanceof Response.Ended ended) {
            out.putByte(ENDED).putByte(RequestCodec.OUTCOMES.indexOf(ended.outcome()));
            out.putString(cut(ended.why()));
        } else if (response instanceof Response.Refused refused) {
            out.putByte(REFUSED).putByte(REASONS.indexOf(refused.why())).putString(cut(refused.text()));
        } else {
            throw new IllegalArgumentException(response + " is not an answer");
        }
    }

    /** Reads an answer, to the end of its frame. */
    public static Response read(WireIn in, Shorthand shorthand) throws WireException {
        Response response = readOne(in, shorthand);
        in.end("the answer");
        return response;
    }

    private static Response readOne(WireIn in, Shorthand shorthand) throws WireException {
        int kind = in.takeByte("the kind of an answer");
        return switch (kind) {
            case ANSWERED -> new Response.Answered(in.takeOneOf(RequestCodec.ANSWERS, "the answer"));
            case REGISTERED ->
                new Response.Registered(
                        in.takeBoolean("whether there is an address") ? in.takeString("the address") : null);
            case DECIDED -> new Response.Decided(in.takeOneOf(DECISIONS, "the decision"));
            case BEGUN -> new Response.Begun(ContextCodec.read(in, shorthand));
            case ENDED ->
                new Response.Ended(in.takeOneOf(RequestCodec.OUTCOMES, "the outcome"), in.takeString("the reason"));
            case REFUSED -> new Response.Refused(in.takeOneOf(REASONS, "the refusal"), in.takeString("the reason"));
            default -> throw new WireException("answer " + kind + " is not allowed; 1 to 6 are");
        };
    }
}
