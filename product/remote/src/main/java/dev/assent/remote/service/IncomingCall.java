package dev.assent.remote.service;

import dev.assent.core.jta.JtaTransaction;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Reference;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.Result.Effect;
import dev.assent.remote.subordinate.CallHandler.Incoming;
import dev.assent.remote.subordinate.CallRefusedException;
import dev.assent.remote.subordinate.Joined;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One call from another process: its work, by the thread that runs it. Not thread-safe. */
final class IncomingCall {
    private final Incoming incoming;
    private final CallName name;
    private final Exported exported;
    private final Parts parts;

    /** The returned reference, whose object stays here; null if there is none. */
    private @Nullable Reference kept;

    /** The effect on the caller's transaction, if that refused the call. */
    private Effect refusal = Effect.NONE;

    /** The caller's transaction, if the call is part of it. */
    private @Nullable Joined joined;

    /**
     * The parts that all calls share.
     *
     * @param closing closes an object that no caller can reach any more
     */
    record Parts(Demarcation demarcation, Exports exports, References references, Consumer<Exported> closing) {}

    /**
     * A call.
     *
     * @param exported the called object
     */
    IncomingCall(Incoming incoming, CallName name, Exported exported, Parts parts) {
        this.incoming = incoming;
        this.name = name;
        this.exported = exported;
        this.parts = parts;
    }

    /**
     * Runs the call.
     *
     * @param reply gets the result once, by any thread, perhaps before this returns
     */
    void run(Consumer<Result> reply) {
        Result done = run();
        Joined part = joined;
        if (part == null) {
            reply.accept(done);
        } else {
            part.end(done, reply);
        }
    }

    private Result run() {
        try {
            @Nullable Object value = work();
            return new Result.Returned(value, Effect.NONE);
        } catch (Throwable thrown) {
            Exported unreached = kept == null ? null : parts.references().release(incoming.from(), kept.object());
            if (unreached != null) {
                parts.closing().accept(unreached);
            }
            return new Result.Thrown(thrown, isApplications(thrown), refusal);
        } finally {
            parts.demarcation().forgetTimeout();
            Thread.interrupted(); // by the work: if this thread sends the reply, the flag closes the connection
        }
    }

    private boolean isApplications(Throwable thrown) {
        ExportedMethod method = exported.type().find(name.method());
        return method != null && method.isApplications(thrown);
    }

    private @Nullable Object work() throws Throwable {
        Call call = incoming.call();
        ExportedMethod method = exported.method(name);
        Work work = new Work(name, method, exported.target(), call.arguments(), value -> result(method, value));
        Demarcation demarcation = parts.demarcation();
        return switch (CallScope.of(method.attribute(), call.context() != null)) {
            case CALLERS -> join(work);
            case OWN -> demarcation.tied(name, null, () -> demarcation.own(work));
            case NONE -> demarcation.tied(name, null, () -> demarcation.inside(null, work));
            case REFUSED -> throw Demarcation.refusal(name, method.attribute());
        };
    }

    private @Nullable Object join(Work work) throws Throwable {
        try {
            joined = incoming.join();
        } catch (CallRefusedException refused) {
            refusal = new Effect(null, refused.isRollbackOnly());
            throw new ServiceRefusedException(String.valueOf(refused.getMessage()), refused, reason(refused));
        }
        JtaTransaction transaction = joined.transaction();
        Demarcation demarcation = parts.demarcation();
        return demarcation.tied(name, transaction, () -> demarcation.inside(transaction, work));
    }

    private static ServiceRefusedException.Reason reason(CallRefusedException refused) {
        return switch (refused.reason()) {
            case NOT_READY -> ServiceRefusedException.Reason.NOT_READY;
            case FORBIDDEN -> ServiceRefusedException.Reason.FORBIDDEN;
            case ROLLBACK_ONLY, OTHER -> ServiceRefusedException.Reason.OTHER;
        };
    }

    private @Nullable Object result(ExportedMethod method, @Nullable Object value) {
        if (value == null || !method.returnsReference()) {
            return value;
        }
        Exported made = parts.exports().returned(method, value);
        try {
            kept = parts.references().keep(incoming.from(), made);
        } catch (IllegalStateException tooMany) {
            parts.closing().accept(made);
            throw tooMany;
        }
        return kept;
    }
}
