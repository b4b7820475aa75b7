package dev.assent.core.transaction;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.commit.Verb;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.log.Durability;
import dev.assent.core.log.RecordKind;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A superior's view of a transaction that it decides: the verbs of a participant, which a transport may bring late,
 * twice, or out of order. A repeated verb gets the same answer again.
 *
 * <pre>
 *   ACTIVE --prepare--> VOTING --prepared--> PREPARED --commit, rollback--> ENDING --> over
 *      |                   |                    '--an operator--> RESOLVING -----^
 *      |                   '--read-only, refused, rollback asked meanwhile-------^
 *      '--rollback, commit in one phase, its time is over------------------------^
 * </pre>
 *
 * <p>An operator who decides in place of the superior claims the transaction before the record of that is written.
 * Otherwise the node could obey a decision of the superior that the record would overrule after a crash. Such a
 * decision waits, and then gets an answer according to the operator's decision.
 *
 * <p>Thread safety: any thread may call all methods; none waits.
 */
public final class Subordinate {
    /**
     * How many callers of one verb wait for its answer. A superior repeats a question only when it has given up the
     * earlier one, so nobody listens to the oldest.
     */
    private static final int WAITING_MAX = 16;

    /** The reply of a question that this node asked the superior: nobody waits for what became of the answer. */
    private static final Reply NOBODY = answer -> {};

    private final Transaction engine;
    private final Superior superior;
    private final InPlace inPlace;

    private Stage stage = Stage.ACTIVE;

    /** The vote; null before it. */
    private @Nullable Answer vote;

    /** The outcome, once the transaction is over, or goes on by itself; null before. */
    private @Nullable Outcome outcome;

    /** A rollback came before the vote was durable. */
    private boolean isUnwanted;

    /** Whether the superior has ever asked for a rollback. */
    private volatile boolean isRollbackAsked;

    /**
     * An earlier life of the node carried the decision out, and recovery then found nothing left to roll back: the
     * superior had forgotten the transaction, so rollback was presumed. If the superior remembers it again, after a
     * crash before its end record was durable, the node answers that its decision was carried out.
     */
    private boolean isOverSinceLong;

    /** What participants did by themselves, as far as the outcome has it. */
    private List<HeuristicReport> reports = List.of();

    /** The reports that were in the log when this life of the node began. */
    private List<HeuristicReport> reportsBefore = List.of();

    /** The reports that the superior got from this life after its decision; null before. */
    private @Nullable List<HeuristicReport> toldReports;

    /** The superior got the answer that the commit is done, or that this node will see to it. */
    private boolean isCommitAcknowledged;

    private final List<Waiting> waiting = new ArrayList<>(1);

    private enum Stage {
        ACTIVE,
        VOTING,
        PREPARED,
        RESOLVING,
        ENDING
    }

    private record Waiting(Verb verb, Reply reply) {}

    private record Told(Reply reply, Answer answer) {}

    /** For a transaction that has just begun. */
    Subordinate(Transaction engine, Superior superior) {
        this.engine = engine;
        this.superior = superior;
        this.inPlace = new InPlace(engine);
    }

    /**
     * For a transaction whose vote in an earlier life of the node was "prepared", with what followed.
     *
     * @param before as an earlier record of the log has it; null if this is the first
     */
    static Subordinate recovered(Transaction engine, Superior superior, Outcome known, @Nullable Subordinate before) {
        Subordinate subordinate = new Subordinate(engine, superior);
        subordinate.vote = Answer.PREPARED;
        if (before != null) {
            subordinate.inPlace.openAgain(before.inPlace);
        }
        subordinate.settled(engine.step(), known);
        subordinate.reportsBefore = subordinate.reports;
        return subordinate;
    }

    /** The superior, which decides. */
    public Superior superior() {
        return superior;
    }

    /** The transaction itself. */
    public Transaction transaction() {
        return engine;
    }

    /**
     * The superior asks for a vote: PREPARED, once that is durable with the superior's address (law 18: a prepared
     * subordinate asks); READ_ONLY; ROLLED_BACK; REFUSED, if nobody can tell.
     */
    public Answer prepare(Reply reply) {
        return ask(Verb.PREPARE, reply);
    }

    /**
     * The superior has decided to commit: DONE, if every participant has committed or this node has recorded that it
     * will see to that (law 18: a prepared subordinate asks). A transaction without a vote rolls back, and says so.
     */
    public Answer commit(Reply reply) {
        return ask(Verb.COMMIT, reply);
    }

    /** The superior rolls back, in any state before its decision to commit. */
    public Answer rollback(Reply reply) {
        return ask(Verb.ROLLBACK, reply);
    }

    /** The superior has no other participant, and lets this node decide. */
    public Answer commitOnePhase(Reply reply) {
        return ask(Verb.COMMIT_ONE_PHASE, reply);
    }

    /**
     * The superior has seen the heuristic outcome that it got. DONE, if there is none, or none any more, or if it is on
     * record that recovery forgets it here. RETRY, if the superior has not seen all that is known by now, while
     * participants still have to answer, or if the log did not take the record.
     */
    public Answer forget(Reply reply) {
        if (engine.forOperator().isToBeForgotten()) {
            return Answer.DONE;
        }
        if (engine.step() != Step.HEURISTIC) {
            return engine.step().isParked()
                            && !engine.participants().heuristics().isEmpty()
                    ? Answer.RETRY
                    : Answer.DONE;
        }
        List<HeuristicReport> seen = told();
        if (seen == null || !engine.participants().heuristics().equals(seen)) {
            return Answer.RETRY;
        }
        engine.progress().background(() -> {
            Answer now = putForgettingOnRecord(reply, seen);
            if (now != Answer.PENDING) {
                reply.done(now);
            }
        });
        return Answer.PENDING;
    }

    /** The participants' own acts that the superior heard of; null if it heard of none. */
    private synchronized @Nullable List<HeuristicReport> told() {
        boolean wasToldBefore = engine.isRecovered() && !inPlace.awaitsWord();
        return toldReports == null && wasToldBefore ? reportsBefore : toldReports;
    }

    private Answer putForgettingOnRecord(Reply reply, List<HeuristicReport> seen) {
        ForgetOrder order;
        long position;
        try {
            order = new ForgetOrder(Act.of(superior.name(), engine.coordinator().clock(), "by its superior"), Set.of());
            position = engine.coordinator().log().append(RecordKind.FORGETTING, engine.id(), order);
        } catch (RuntimeException refused) { // in every case nothing was written
            return Answer.RETRY;
        }
        Durability now = engine.coordinator().log().force(position, later -> reply.done(forget(later, order, seen)));
        return now == Durability.PENDING ? Answer.PENDING : forget(now, order, seen);
    }

    /**
     * The order to forget does not cover what became known after the superior's answer: the superior has not seen that.
     */
    private Answer forget(Durability durability, ForgetOrder order, List<HeuristicReport> seen) {
        if (durability != Durability.DURABLE) {
            return Answer.RETRY;
        }
        if (engine.step() == Step.HEURISTIC) {
            if (!engine.participants().heuristics().equals(seen)) {
                return Answer.RETRY;
            }
            engine.forOperator().askToForget(order);
        }
        return Answer.DONE;
    }

    /** Whether the superior has ever asked for a rollback, so that it will not let this node decide. */
    boolean isRollbackAsked() {
        return isRollbackAsked;
    }

    /** As {@link OperatorView#claimHere}. */
    synchronized boolean claim() {
        boolean isFree = stage == Stage.PREPARED;
        if (isFree) {
            stage = Stage.RESOLVING;
        }
        return isFree;
    }

    /** As {@link OperatorView#releaseHere}: the first decision that came meanwhile counts. */
    void release() {
        Runnable work = null;
        synchronized (this) {
            stage = Stage.PREPARED;
            for (Waiting each : waiting) {
                work = work == null ? next(each.verb()) : work;
            }
        }
        if (work != null) {
            engine.progress().background(work);
        }
    }

    /** As {@link OperatorView#resolveHere}; runs the note before any other thread can see the decision. */
    void resolve(boolean isCommit, Runnable note) {
        synchronized (this) {
            if (stage != Stage.RESOLVING) {
                throw new IllegalStateException("stage " + stage + " is not claimed");
            }
            stage = Stage.ENDING;
            note.run();
            inPlace.open();
        }
        engine.forSuperior().tell(isCommit);
    }

    /** Whether this node waits for the superior's decision, or for its confirmation of what was done. */
    public boolean awaitsWord() {
        return engine.step() == Step.PREPARED
                ? !engine.forDecision().isTold()
                : engine.step() == Step.HEURISTIC && inPlace.awaitsWord();
    }

    /** Whether an operator has decided here in place of the superior, which has not decided the same. */
    public boolean isResolvedInPlace() {
        return inPlace.isOpen();
    }

    /** Whether the superior's decision contradicts an operator's decision here. */
    public boolean isContradicted() {
        return inPlace.isContradicted();
    }

    /** The operator's decision here, if there is one. */
    InPlace inPlace() {
        return inPlace;
    }

    /**
     * Asks the superior for the decision, if this node {@linkplain #awaitsWord waits} for it. The node obeys the
     * answer.
     *
     * @param told gets the superior's answer, after the node has obeyed it
     * @return false if this node does not wait for it
     */
    public boolean inquire(Superior.Word told) {
        if (!awaitsWord()) {
            return false;
        }
        LocalTransactionId incarnation = Objects.requireNonNull(engine.incarnation());
        superior.ask(incarnation, new Superior.Word() {
            @Override
            public void decided(boolean isCommit) {
                if (!isCommit && !engine.coordinator().knowsAllOf(incarnation.origin())) {
                    told.unreached(new IllegalStateException(MESSAGES.rollbackMayBePresumed()));
                    return;
                }
                ask(isCommit ? Verb.COMMIT : Verb.ROLLBACK, NOBODY);
                told.decided(isCommit);
            }

            @Override
            public void undecided() {
                told.undecided();
            }

            @Override
            public void unreached(Throwable why) {
                told.unreached(why);
            }
        });
        return true;
    }

    /**
     * Somebody reports that the superior has restarted, so it may have lost the transaction. Asks it at once, even
     * before this node has voted, and obeys its answer. A rollback is right before the vote, too: until then this node
     * may roll back for any reason, and a superior that lost the transaction in a restart can't commit it any more. A
     * commit counts after the vote only.
     */
    public void inquireAfterRestart() {
        if (!hasNotVoted()) {
            inquire(Superior.Word.IGNORED);
        } else {
            superior.ask(Objects.requireNonNull(engine.incarnation()), new Superior.Word() {
                @Override
                public void decided(boolean isCommit) {
                    hear(isCommit ? Verb.COMMIT : Verb.ROLLBACK);
                }

                @Override
                public void undecided() {} // its timeout goes on

                @Override
                public void unreached(Throwable why) {} // its timeout goes on
            });
        }
    }

    private synchronized boolean hasNotVoted() {
        return stage == Stage.ACTIVE || stage == Stage.VOTING;
    }

    /** Takes the superior's answer to a question from before the vote. The vote may be over since. */
    private void hear(Verb verb) {
        Runnable work = null;
        boolean isLate;
        synchronized (this) {
            isLate = stage == Stage.PREPARED || stage == Stage.RESOLVING;
            if (hasNotVoted() && verb == Verb.ROLLBACK) {
                isRollbackAsked = true;
                work = next(verb);
            }
        }
        if (isLate) {
            ask(verb, NOBODY);
        } else if (work != null) {
            engine.progress().background(work);
        }
    }

    /** A worker does the work: the thread that brings the verb may be one that must not wait for a database. */
    private Answer ask(Verb verb, Reply reply) {
        Runnable work = null;
        Waiting givenUp = null;
        Answer known;
        synchronized (this) {
            isRollbackAsked |= verb == Verb.ROLLBACK;
            known = answer(verb);
            if (known == null) {
                givenUp = await(new Waiting(verb, reply));
                work = next(verb);
            } else if (!inPlace.isToBeRecorded(verb, known)) {
                answered(verb, known, reply);
                return known;
            } else if (!inPlace.takeRecording()) {
                return Answer.RETRY;
            }
        }
        if (known != null) {
            Answer then = known;
            work = () -> record(then, reply);
        }
        if (givenUp != null) {
            givenUp.reply().done(Answer.RETRY);
        }
        if (work != null) {
            engine.progress().background(work); // may call the reply before this method returns, which Reply allows
        }
        return Answer.PENDING;
    }

    /** Adds one more waiting caller; returns the oldest of the same verb if there are too many. */
    private @Nullable Waiting await(Waiting asker) {
        waiting.add(asker);
        List<Waiting> same =
                waiting.stream().filter(each -> each.verb() == asker.verb()).toList();
        if (same.size() <= WAITING_MAX) {
            return null;
        }
        waiting.remove(same.get(0));
        return same.get(0);
    }

    private void answered(Verb verb, Answer known, Reply reply) {
        isCommitAcknowledged |= verb == Verb.COMMIT && known == Answer.DONE;
        if (verb != Verb.PREPARE && known != Answer.RETRY && reply != NOBODY) {
            toldReports = reports;
        }
        inPlace.heard(verb, known);
    }

    private void record(Answer known, Reply reply) {
        Answer now = inPlace.record(known, recorded -> reply.done(recorded(recorded, reply)));
        if (now != Answer.PENDING) {
            reply.done(recorded(now, reply));
        }
    }

    private synchronized Answer recorded(Answer known, Reply reply) {
        inPlace.recorded();
        answered(Verb.COMMIT, known, reply);
        return known;
    }

    /** The transaction's next work for this verb in its stage; null if there is none, or it is under way. */
    private @Nullable Runnable next(Verb verb) {
        switch (stage) {
            case ACTIVE -> {
                stage = verb == Verb.PREPARE ? Stage.VOTING : Stage.ENDING;
                return () -> begin(verb);
            }
            case VOTING -> isUnwanted |= verb == Verb.ROLLBACK;
            case PREPARED -> {
                if (verb == Verb.COMMIT || verb == Verb.ROLLBACK) {
                    stage = Stage.ENDING;
                    return () -> engine.forSuperior().tell(verb == Verb.COMMIT);
                }
            }
            case RESOLVING, ENDING -> {}
        }
        return null;
    }

    private void begin(Verb verb) {
        switch (verb) {
            case PREPARE -> engine.forSuperior().prepare();
            case COMMIT_ONE_PHASE -> engine.forSuperior().commitOnePhase();
            case COMMIT -> engine.forSuperior().rollBack(because(MESSAGES::commitUnprepared));
            case ROLLBACK, COMMIT_LAST -> engine.forSuperior().rollBack(because(MESSAGES::superiorRolledBack));
        }
    }

    private IllegalStateException because(BiFunction<TransactionId, String, String> message) {
        return new IllegalStateException(message.apply(engine.id(), superior.name()));
    }

    /**
     * The engine has come to rest, for now or for good. As soon as the step is shown, recovery may take the transaction
     * over and find out more. So the step is shown under the lock: what is known first is noted first.
     */
    void settled(Step entered, Outcome reached) {
        List<Told> known = new ArrayList<>(1);
        List<Waiting> unrecorded = new ArrayList<>(0);
        boolean isDropped;
        boolean isUnasked;
        synchronized (this) {
            isUnasked = stage == Stage.ACTIVE && vote == null && reached == Outcome.ROLLED_BACK;
            engine.progress().show(entered);
            isDropped = isUnwanted && reached == Outcome.PREPARED && stage == Stage.VOTING;
            if (vote == null) {
                vote = vote(reached);
            }
            if (reached == Outcome.PREPARED) {
                stage = isDropped ? Stage.ENDING : Stage.PREPARED;
            } else {
                stage = Stage.ENDING;
                outcome = reached;
                reports = List.copyOf(engine.participants().heuristics());
                isOverSinceLong = reached == Outcome.ROLLED_BACK
                        && engine.isRecovered()
                        && !inPlace.isOpen() // else that life may have rolled back on an operator's order
                        && !engine.participants().anyAnswered(Answer.DONE);
            }
            for (int i = waiting.size() - 1; i >= 0; i--) {
                Waiting each = waiting.get(i);
                Answer answer = reached == Outcome.PREPARED ? stillPrepared(each.verb()) : answer(each.verb());
                if (answer != null) {
                    if (inPlace.isToBeRecorded(each.verb(), answer)) {
                        unrecorded.add(each);
                    } else {
                        answered(each.verb(), answer, each.reply());
                        known.add(new Told(each.reply(), answer));
                    }
                    waiting.remove(i);
                }
            }
            inPlace.atRest();
        }
        if (isDropped) {
            engine.forSuperior().tell(false);
        }
        List<Runnable> telling = new ArrayList<>();
        if (reached != Outcome.PREPARED) {
            telling.add(() -> engine.owner().done(reached));
        }
        if (isUnasked) {
            telling.add(() -> superior.rolledBack(Objects.requireNonNull(engine.incarnation())));
        }
        known.forEach(each -> telling.add(() -> each.reply().done(each.answer())));
        unrecorded.forEach(each -> telling.add(() -> askAgain(each)));
        engine.runAll(telling);
    }

    private void askAgain(Waiting asker) {
        Answer now = ask(asker.verb(), asker.reply());
        if (now != Answer.PENDING) {
            asker.reply().done(now);
        }
    }

    /**
     * The answer of a prepared transaction: its vote; or RETRY if the log did not take the decision, so that the
     * superior repeats it.
     */
    private @Nullable Answer stillPrepared(Verb verb) {
        return switch (verb) {
            case PREPARE -> vote;
            case COMMIT -> Answer.RETRY;
            case ROLLBACK, COMMIT_ONE_PHASE, COMMIT_LAST -> null;
        };
    }

    private static Answer vote(Outcome reached) {
        return switch (reached) {
            case PREPARED -> Answer.PREPARED;
            case COMMITTED -> Answer.READ_ONLY;
            case ROLLED_BACK -> Answer.ROLLED_BACK;
            default -> Answer.REFUSED;
        };
    }

    /**
     * Whether the superior may have forgotten its own commit, since this life or an earlier one acknowledged it. If it
     * remembers the transaction again, after a crash before its end record was durable, it presumes a rollback. Nobody
     * acknowledged a commit that an operator made in its place.
     */
    private boolean mayBeForgotten() {
        return isCommitAcknowledged || (engine.isRecovered() && !inPlace.isOpen());
    }

    /** The answer to a verb, in terms of what the superior wants; null while that is not known. */
    private @Nullable Answer answer(Verb verb) {
        if (verb == Verb.PREPARE) {
            return vote;
        }
        Outcome known = outcome;
        if (known == null) {
            return null;
        }
        return switch (known) {
            case PENDING, PREPARED -> null;
            case COMMITTED ->
                verb == Verb.ROLLBACK && vote != Answer.READ_ONLY && !mayBeForgotten()
                        ? Answer.HEURISTIC_COMMIT
                        : Answer.DONE;
            case ROLLED_BACK ->
                switch (verb) {
                    case COMMIT -> isOverSinceLong ? Answer.DONE : Answer.HEURISTIC_ROLLBACK;
                    case COMMIT_ONE_PHASE -> Answer.ROLLED_BACK;
                    default -> Answer.DONE;
                };
            case HEURISTIC_COMMIT -> verb == Verb.ROLLBACK ? Answer.HEURISTIC_COMMIT : Answer.DONE;
            case HEURISTIC_ROLLBACK -> verb == Verb.ROLLBACK ? Answer.DONE : Answer.HEURISTIC_ROLLBACK;
            case HEURISTIC_MIXED -> Answer.HEURISTIC_MIXED;
            case HEURISTIC_HAZARD -> Answer.HEURISTIC_HAZARD;
            case UNKNOWN -> verb == Verb.COMMIT_ONE_PHASE ? Answer.HEURISTIC_HAZARD : Answer.RETRY;
        };
    }
}
