package dev.assent.remote.superior;

import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import dev.assent.core.transaction.Onlooker;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.ShownAddress;
import dev.assent.remote.transport.Peers;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An onlooker in another process: it has registered for synchronizations or the outcome, without a vote.
 *
 * <p>Thread safety: safe to share.
 */
final class RemoteOnlooker implements Onlooker {
    private final Registration registration;
    private final Peers peers;
    private final LongSupplier remainingMillis;
    private final HeardMessages registrations = new HeardMessages();
    private volatile boolean waitsToBeAsked;
    private volatile boolean waitsToBeTold;
    private volatile @Nullable Throwable problem;

    /**
     * The onlooker of a registration.
     *
     * @param remainingMillis how long the transaction may stay undecided
     */
    RemoteOnlooker(Registration registration, Peers peers, LongSupplier remainingMillis) {
        this.registration = registration;
        this.peers = peers;
        this.remainingMillis = remainingMillis;
        register(registration);
    }

    /** Takes a registration. If it is a repeated one, the onlooker is asked again, but gets the outcome only once. */
    void register(Registration again) {
        if (again.isFor(Interest.BEFORE_COMPLETION)) {
            waitsToBeAsked = true;
        }
        if (again.isFor(Interest.AFTER_COMPLETION)) {
            waitsToBeTold = true;
        }
    }

    /** Sends it nothing more, unless it registers again. */
    void leave() {
        waitsToBeAsked = false;
        waitsToBeTold = false;
    }

    BranchRef branch() {
        return registration.branch();
    }

    /** The registrations that it has sent. */
    HeardMessages registrations() {
        return registrations;
    }

    @Override
    public boolean waitsToBeAsked() {
        return waitsToBeAsked;
    }

    @Override
    public Answer beforeCompletion(Reply reply) {
        waitsToBeAsked = false;
        Request request = new Request.Ask(RemoteVerb.BEFORE_COMPLETION, branch());
        long millis = Peers.undecidedMillis(remainingMillis.getAsLong());
        peers.ask(registration.address(), request, millis, response -> {
            boolean isDone = response instanceof Response.Answered answered && answered.answer() == Answer.DONE;
            problem = isDone ? null : new IllegalStateException(this + ": " + response);
            reply.done(isDone ? Answer.DONE : Answer.REFUSED);
        });
        return Answer.PENDING;
    }

    @Override
    public @Nullable Throwable problem() {
        return problem;
    }

    @Override
    public void afterCompletion(Outcome outcome) {
        if (waitsToBeTold) {
            peers.ask(registration.address(), new Request.Completed(branch(), outcome), nobodyWaits -> {});
        }
    }

    @Override
    public String toString() {
        return "synchronization at " + ShownAddress.of(registration.address());
    }
}
