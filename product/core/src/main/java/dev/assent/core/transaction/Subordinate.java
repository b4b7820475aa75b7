package dev.assent.core.transaction;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.commit.Verb;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import dev.assent.core.transaction.WaitingVerbs.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
    /** The reply of a question that this node asked the superior: nobody waits for what became of the answer. */
    private static final Reply NOBODY = answer -> {};

    private final GlobalTransaction engine;
    private final Superior superior;
    private final InPlace inPlace;
    private final KnownAnswers answers;
    private final WaitingVerbs waiting = new WaitingVerbs();

    private Stage stage = Stage.ACTIVE;

    /** A rollback came before the vote was durable. */
    private boolean isUnwanted;

    /** Whether the superior has ever asked for a rollback. */
    private volatile boolean isRollbackAsked;

    private enum Stage {
        ACTIVE,
        VOTING,
        PREPARED,
        RESOLVING,
        ENDING
    }

    private record Told(Reply reply, Answer answer) {}

    /** For a transaction that has just begun. */
    Subordinate(GlobalTransaction engine, Superior superior) {
        this.engine = engine;
        this.superior = superior;
        this.inPlace = new InPlace(engine);
        this.answers = new KnownAnswers(engine, inPlace);
    }

    /**
     * For a transaction whose vote in an earlier life of the node was "prepared", with what followed.
     *
     * @param before as an earlier record of the log has it; null if this is the first
     */
    static Subordinate recovered(
            GlobalTransaction engine, Superior superior, Outcome known, @Nullable Subordinate before) {
        Subordinate subordinate = new Subordinate(engine, superior);
        subordinate.answers.votedBefore();
        if (before != null) {
            subordinate.inPlace.openAgain(before.inPlace);
        }
        subordinate.settled(engine.step(), known);
        subordinate.answers.reportedBefore(before == null ? null : before.answers);
        return subordinate;
    }

    /** The superior, which decides. */
    public Superior superior() {
        return superior;
    }

    /** The transaction itself. */
    public GlobalTransaction transaction() {
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
        return new ForgetRequest(this, reply).begin();
    }

    /** The participants' own acts that the superior heard of; null if it heard of none. */
    synchronized @Nullable List<HeuristicReport> toldReports() {
        return answers.toldReports();
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
            Verb first = waiting.decision();
            if (first != null) {
                work = next(first);
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

    /** An earlier life of the node has recorded that the superior decided to commit. */
    void committedBefore() {
        inPlace.committedBefore();
        answers.committedBefore();
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
        new Inquiry(this).ask(told);
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
            new Inquiry(this).askBeforeVote();
        }
    }

    private synchronized boolean hasNotVoted() {
        return stage == Stage.ACTIVE || stage == Stage.VOTING;
    }

    /** Takes the superior's answer to a question from after the vote: the decision. */
    void obey(Verb verb) {
        ask(verb, NOBODY);
    }

    /** Takes the superior's answer to a question from before the vote. The vote may be over since. */
    void hear(Verb verb) {
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
            obey(verb);
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
            known = answers.to(verb);
            if (known == null) {
                givenUp = waiting.add(new Waiting(verb, reply));
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

    private void answered(Verb verb, Answer known, Reply reply) {
        answers.told(verb, known, reply != NOBODY);
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
            isUnasked = stage == Stage.ACTIVE && !answers.hasVoted() && reached == Outcome.ROLLED_BACK;
            engine.progress().show(entered);
            isDropped = isUnwanted && reached == Outcome.PREPARED;
            answers.settled(reached);
            stage = reached == Outcome.PREPARED && !isDropped ? Stage.PREPARED : Stage.ENDING;
            waiting.removeIf(each -> {
                Answer answer =
                        reached == Outcome.PREPARED ? answers.whilePrepared(each.verb()) : answers.to(each.verb());
                if (answer == null) {
                    return false;
                }
                if (inPlace.isToBeRecorded(each.verb(), answer)) {
                    unrecorded.add(each);
                } else {
                    answered(each.verb(), answer, each.reply());
                    known.add(new Told(each.reply(), answer));
                }
                return true;
            });
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
}
