package dev.assent.core.transaction;

import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.log.Durability;
import dev.assent.core.log.RecordKind;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The request of a superior, which has seen the heuristic outcome of a transaction, that this node forget it. The
 * request goes on record first; recovery then forgets the outcome here (law 12: heuristic outcomes are forced first).
 *
 * <p>The order to forget does not cover what became known after the superior's answer: the superior has not seen that.
 * While the order goes on record, recovery may find one more branch to roll back ({@link RecoveryView#readmit}), and that
 * may have done otherwise, too. So the look at what is known and the act that follows it are one step, under the lock of
 * the participants. What becomes known after the order has its record behind the order's, and overrules that at a
 * restart.
 *
 * <p>Thread safety: one thread begins it; a worker, and then the log's thread, go on.
 */
final class ForgetRequest {
    private final Subordinate subordinate;
    private final GlobalTransaction engine;
    private final Reply reply;

    ForgetRequest(Subordinate subordinate, Reply reply) {
        this.subordinate = subordinate;
        this.engine = subordinate.transaction();
        this.reply = reply;
    }

    /** As {@link Subordinate#forget}. */
    Answer begin() {
        if (engine.forOperator().isToBeForgotten()) {
            return Answer.DONE;
        }
        if (engine.step() != Step.HEURISTIC) {
            VarHandle.fullFence(); // another thread writes the answers
            return engine.participants().heuristicsAndClaims().isEmpty() ? Answer.DONE : Answer.RETRY;
        }
        if (!isAllSeen()) {
            return Answer.RETRY;
        }
        engine.progress().background(() -> {
            Answer now = record();
            if (now != Answer.PENDING) {
                reply.done(now);
            }
        });
        return Answer.PENDING;
    }

    private Answer record() {
        ForgetOrder order;
        long position;
        try {
            String superior = subordinate.superior().name();
            order = new ForgetOrder(Act.of(superior, engine.coordinator().clock(), "by its superior"), Set.of());
            synchronized (engine.participants()) {
                if (!isAllSeen()) {
                    return Answer.RETRY;
                }
                position = engine.coordinator().log().append(RecordKind.FORGETTING, engine.id(), order);
            }
        } catch (RuntimeException refused) { // in every case nothing was written
            return Answer.RETRY;
        }
        Durability now = engine.coordinator().log().force(position, later -> reply.done(forced(later, order)));
        return now == Durability.PENDING ? Answer.PENDING : forced(now, order);
    }

    private Answer forced(Durability durability, ForgetOrder order) {
        if (durability != Durability.DURABLE) {
            return Answer.RETRY;
        }
        synchronized (engine.participants()) {
            if (!isAllSeen()) {
                return Answer.RETRY;
            }
            engine.forOperator().askToForget(order);
        }
        return Answer.DONE;
    }

    /**
     * Whether nothing is left to be done, and the superior heard of every participant that did not do as it decided. A
     * report changes only from a claim, which is a hazard, to what is certain: a superior that has seen the claim has
     * seen the worst. Reports from different records of the log have the names of their participants in common; two
     * branches of one resource have the same name.
     */
    private boolean isAllSeen() {
        List<HeuristicReport> seen = subordinate.toldReports();
        if (seen == null || engine.step() != Step.HEURISTIC) {
            return false;
        }
        List<String> names = new ArrayList<>();
        seen.forEach(each -> names.add(each.participant().name()));
        return engine.participants().heuristics().stream()
                .allMatch(each -> names.remove(each.participant().name()));
    }
}
