package dev.assent.testkit.simulation;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Request;
import dev.assent.testkit.simulation.BranchTruth.Effect;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Objects;

/**
 * A foreign process that has no vote in a transaction of ours. The coordinator asks it before phase one, or tells it
 * the outcome afterwards (OTS Synchronization, WS-AT Volatile2PC). It judges each message when that arrives. Not
 * thread-safe.
 */
final class ForeignOnlooker {
    private final World world;
    private final LocalTransactionId superior;
    private final Registration registration;
    private final TransactionTruth truth;
    private final Answer answer;

    /** Whether the transaction may not be committed before it was asked. */
    private boolean isAwaited;

    private boolean isAsked;

    /** One that is not registered. */
    ForeignOnlooker(World world, Context context, String address) {
        this.world = world;
        this.superior = Objects.requireNonNull(context.superior().name());
        this.truth = Objects.requireNonNull(
                world.ledger().find(ByteBuffer.wrap(context.id().global())));
        EnumSet<Interest> interests = EnumSet.of(Interest.BEFORE_COMPLETION, Interest.AFTER_COMPLETION);
        interests.removeIf(each -> world.chance().of(0.3));
        if (interests.isEmpty()) {
            interests.add(Interest.BEFORE_COMPLETION);
        }
        this.registration = new Registration(BranchRef.ofStranger(context.id(), address), address, interests);
        this.answer = world.mayFail(0.1) ? Answer.REFUSED : Answer.DONE;
    }

    Request.Register register() {
        return new Request.Register(superior, registration, 0);
    }

    /** Its registration is confirmed: from now on its superior must ask it, unless it has, before this was heard. */
    void registered() {
        if (registration.isFor(Interest.BEFORE_COMPLETION) && truth.told == null && !isAsked) {
            isAwaited = true;
            truth.onlookers++;
        }
    }

    /**
     * Law 19: before anybody is asked to prepare, unless a foreign superior asks for that too late. The message may come
     * again at any time.
     */
    Answer beforeCompletion() {
        world.ledger().saw(Sight.ASKED_AS_ONLOOKER);
        if (!isAsked && !truth.isForeign() && truth.branches.stream().anyMatch(each -> each.isAskedToPrepare)) {
            world.ledger().broken("law 19", "the onlooker is asked late: " + truth);
        }
        isAsked = true;
        if (isAwaited && answer == Answer.DONE) { // else it may not be committed at all
            isAwaited = false;
            truth.onlookers--;
        }
        return answer;
    }

    /** Its superior reports the outcome; a superior that has no part in the decision knows less. */
    void completed(Outcome outcome) {
        world.ledger().saw(Sight.TOLD_AS_ONLOOKER);
        boolean isOfRoot = superior.equals(truth.id);
        if (isOfRoot && outcome == Outcome.COMMITTED && truth.hasAny(Effect.ROLLED_BACK)) {
            world.ledger().broken("atomicity", "the onlooker hears COMMITTED: " + truth);
        }
        if (isOfRoot && outcome == Outcome.ROLLED_BACK && truth.hasAny(Effect.COMMITTED)) {
            world.ledger().broken("atomicity", "the onlooker hears ROLLED_BACK: " + truth);
        }
    }
}
