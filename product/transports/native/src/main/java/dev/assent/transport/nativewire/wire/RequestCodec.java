package dev.assent.transport.nativewire.wire;

import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import java.util.ArrayList;
import java.util.List;

/** Questions about transactions: the body of an {@link FrameKind#ASK} after its number. */
public final class RequestCodec {
    /** In the order of their codes, like all lists of this package. */
    static final List<Answer> ANSWERS = List.of(
            Answer.PREPARED,
            Answer.READ_ONLY,
            Answer.ROLLED_BACK,
            Answer.REFUSED,
            Answer.DONE,
            Answer.RETRY,
            Answer.DOUBTFUL,
            Answer.HEURISTIC_COMMIT,
            Answer.HEURISTIC_ROLLBACK,
            Answer.HEURISTIC_MIXED,
            Answer.HEURISTIC_HAZARD);

    static final List<Outcome> OUTCOMES = List.of(
            Outcome.COMMITTED,
            Outcome.ROLLED_BACK,
            Outcome.HEURISTIC_COMMIT,
            Outcome.HEURISTIC_ROLLBACK,
            Outcome.HEURISTIC_MIXED,
            Outcome.HEURISTIC_HAZARD,
            Outcome.UNKNOWN,
            Outcome.PREPARED);

    private static final List<Outcome> OUTCOMES_COMPLETED = OUTCOMES.subList(0, OUTCOMES.indexOf(Outcome.PREPARED));

    private static final List<RemoteVerb> VERBS = List.of(
            RemoteVerb.BEFORE_COMPLETION,
            RemoteVerb.PREPARE,
            RemoteVerb.COMMIT,
            RemoteVerb.ROLLBACK,
            RemoteVerb.COMMIT_ONE_PHASE,
            RemoteVerb.FORGET);

    private static final int ASK = 1;
    private static final int REGISTER = 2;
    private static final int VOTE = 3;
    private static final int COMPLETED = 4;
    private static final int INQUIRE = 5;
    private static final int BEGIN = 6;
    private static final int END = 7;
    private static final int RESTARTED = 8;

    private RequestCodec() {}

    /** Writes a question. */
    public static void write(WireOut out, Shorthand shorthand, Request request) {
        if (request instanceof Request.Ask ask) {
            out.putByte(ASK).putByte(VERBS.indexOf(ask.verb()));
            RegistrationCodec.putBranch(out, shorthand, ask.branch());
        } else if (request instanceof Request.Register register) {
            shorthand.putName(out.putByte(REGISTER), register.superior());
            RegistrationCodec.put(out, shorthand, register.registration());
            out.putInt(register.number());
        } else if (request instanceof Request.Vote vote) {
            shorthand.putName(out.putByte(VOTE), vote.superior());
            RegistrationCodec.putBranch(out, shorthand, vote.branch());
            out.putByte(ANSWERS.indexOf(vote.answer()));
        } else if (request instanceof Request.Completed completed) {
            RegistrationCodec.putBranch(out.putByte(COMPLETED), shorthand, completed.branch());
            out.putByte(OUTCOMES.indexOf(completed.outcome()));
        } else if (request instanceof Request.Inquire inquire) {
            shorthand.putName(out.putByte(INQUIRE), inquire.superior());
            RegistrationCodec.putBranch(out, shorthand, inquire.branch());
        } else if (request instanceof Request.Begin begin) {
            out.putByte(BEGIN).putLong(begin.timeoutMillis());
        } else if (request instanceof Request.Restarted restarted) {
            out.putByte(RESTARTED).putLife(restarted.life());
        } else {
            writeEnd(out, shorthand, (Request.End) request);
        }
    }

    private static void writeEnd(WireOut out, Shorthand shorthand, Request.End end) {
        Shorthand.putId(out.putByte(END), end.id());
        out.putByte(end.isCommit() ? 1 : 0).putInt(end.registrations().size());
        for (Registration each : end.registrations()) {
            RegistrationCodec.put(out, shorthand, each);
        }
    }

    /** Reads a question, to the end of its frame. */
    public static Request read(WireIn in, Shorthand shorthand) throws WireException {
        Request request = readOne(in, shorthand);
        in.end("the question");
        return request;
    }

    private static Request readOne(WireIn in, Shorthand shorthand) throws WireException {
        int kind = in.takeByte("the kind of a question");
        return switch (kind) {
            case ASK -> new Request.Ask(in.takeOneOf(VERBS, "the verb"), RegistrationCodec.takeBranch(in, shorthand));
            case REGISTER -> readRegister(in, shorthand);
            case VOTE -> readVote(in, shorthand);
            case COMPLETED ->
                new Request.Completed(
                        RegistrationCodec.takeBranch(in, shorthand), in.takeOneOf(OUTCOMES_COMPLETED, "the outcome"));
            case INQUIRE ->
                new Request.Inquire(
                        shorthand.takeName(in, "the superior"), RegistrationCodec.takeBranch(in, shorthand));
            case BEGIN -> new Request.Begin(in.takeNatural("the timeout"));
            case END -> readEnd(in, shorthand);
            case RESTARTED -> new Request.Restarted(in.takeLife("the node that has restarted"));
            default -> throw new WireException("question " + kind + " is not allowed; 1 to 8 are");
        };
    }

    private static Request readRegister(WireIn in, Shorthand shorthand) throws WireException {
        var superior = shorthand.takeName(in, "the superior");
        var registration = RegistrationCodec.take(in, shorthand);
        int number = in.takeInt("the number of the registration");
        if (number < 0) {
            throw new WireException("number " + number + " of a registration is not allowed; 0 and more are");
        }
        return new Request.Register(superior, registration, number);
    }

    private static Request readVote(WireIn in, Shorthand shorthand) throws WireException {
        var superior = shorthand.takeName(in, "the superior");
        var branch = RegistrationCodec.takeBranch(in, shorthand);
        Answer answer = in.takeOneOf(ANSWERS, "the vote");
        if (answer != Answer.READ_ONLY && answer != Answer.ROLLED_BACK) {
            throw new WireException("an unasked vote " + answer + " is not allowed; READ_ONLY and ROLLED_BACK are");
        }
        return new Request.Vote(superior, branch, answer);
    }

    private static Request readEnd(WireIn in, Shorthand shorthand) throws WireException {
        var id = Shorthand.takeId(in);
        boolean isCommit = in.takeBoolean("whether to commit");
        int count = in.takeInt("the number of registrations");
        if (count < 0 || count > in.remaining()) {
            throw new WireException("the frame ends before its " + Integer.toUnsignedLong(count) + " registrations");
        }
        List<Registration> registrations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            registrations.add(RegistrationCodec.take(in, shorthand));
        }
        return new Request.End(id, isCommit, registrations);
    }
}
