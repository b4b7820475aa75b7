package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Decision;
import dev.assent.remote.transport.Transport.Feature;
import dev.assent.testkit.simulation.BranchTruth.Effect;
import dev.assent.testkit.simulation.BranchTruth.State;
import dev.assent.testkit.simulation.TransactionTruth.Wish;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The work of a foreign transaction manager in a transaction of ours: a participant without a name, at an address of
 * its own. It judges each message when that arrives. Not thread-safe.
 */
final class ForeignPart {
    private static final long INQUIRY_NANOS = 5_000_000_000L;

    private final World world;
    private final TransactionId id;
    private final LocalTransactionId superior;
    private final String superiorAddress;
    private final String address;
    private final TransactionTruth truth;
    private final BranchTruth branch;
    private final Registration registration;
    private boolean isVoteLost;
    private final boolean isGoneWhenDone;
    private long dueNanos;

    /** Its answers to a decision that it has gone against, in this order; the last one for good. */
    private final Deque<Answer> claims = new ArrayDeque<>();

    /**
     * Work that has begun.
     *
     * @param context with a superior that is a node
     * @param resource where it is shown to be
     */
    ForeignPart(World world, Context context, String address, SimulatedResource resource) {
        this.world = world;
        this.id = context.id();
        this.superior = Objects.requireNonNull(context.superior().name());
        this.superiorAddress = context.superior().address();
        this.address = address;
        this.truth = Objects.requireNonNull(world.ledger().find(ByteBuffer.wrap(id.global())));
        ByteBuffer qualifier =
                ByteBuffer.allocate(Integer.BYTES).putInt(truth.nextNumber()).flip();
        this.branch = new BranchTruth(new XidBytes(0, truth.global, qualifier), resource, truth);
        branch.part = superior;
        branch.address = address;
        branch.isWriting = world.chance().of(0.8);
        branch.state = State.IDLE;
        truth.branches.add(branch);
        this.registration = new Registration(BranchRef.ofStranger(id, address), address, interests());
        this.isGoneWhenDone = world.chance().of(0.5);
        long millis = Math.min(context.remainingMillis(), NodeLife.UNPREPARED_MILLIS_MAX);
        this.dueNanos = world.schedule().nowNanos() + millis * 1_000_000;
    }

    private Set<Interest> interests() {
        Set<Interest> interests = EnumSet.of(Interest.COMPLETION);
        if (world.profile().network().wire().contains(Feature.SYNCHRONIZATIONS)
                && world.chance().of(0.3)) {
            interests.addAll(EnumSet.allOf(Interest.class));
        }
        return interests;
    }

    /** It is asked to commit, and is not there. */
    void missed() {
        branch.isTried = true;
    }

    Registration registration() {
        return registration;
    }

    String address() {
        return address;
    }

    TransactionTruth truth() {
        return truth;
    }

    LocalTransactionId superior() {
        return superior;
    }

    String superiorAddress() {
        return superiorAddress;
    }

    Request.Register register() {
        return new Request.Register(superior, registration, 0);
    }

    boolean isPrepared() {
        return branch.state == State.PREPARED;
    }

    boolean isOver() {
        return branch.state == State.GONE;
    }

    /** A copy of its process has taken over, without its vote and its work. */
    void loseVote() {
        world.ledger().saw(Sight.FOREIGN_VOTE_LOST);
        isVoteLost = true;
        branch.isOwn = true;
        branch.isLost = true; // nobody need hear of it if the superior rolls back
        rollBack();
    }

    boolean isVoteLost() {
        return isVoteLost;
    }

    /**
     * Whether nobody at its address knows it any more: it has lost its vote, or it has committed (CORBA OTS 1.4: a
     * Resource may go then). It stays if the network has repeated a commit to it: if the copy's answer came first,
     * nobody could tell that from a lost vote.
     */
    boolean isGone() {
        return isVoteLost || isGoneAfterCommit();
    }

    private boolean isGoneAfterCommit() {
        return isGoneWhenDone
                && branch.effect == Effect.COMMITTED
                && claims.isEmpty()
                && !world.network().hasRepeated(RemoteVerb.COMMIT.name(), address);
    }

    /** Ends it without being asked, or since its process has ended. */
    void rollBack() {
        branch.over(Effect.ROLLED_BACK);
    }

    /** If its timeout has passed, or if it is prepared and asks for the decision; null when it is not due. */
    Request.@Nullable Inquire tick() {
        long now = world.schedule().nowNanos();
        if (now < dueNanos || isOver()) {
            return null;
        }
        if (!isPrepared()) {
            rollBack();
            return null;
        }
        dueNanos = now + INQUIRY_NANOS;
        return new Request.Inquire(superior, registration.branch());
    }

    void decided(Response response) {
        if (isPrepared() && response instanceof Response.Decided told && told.decision() != Decision.UNDECIDED) {
            answer(told.decision() == Decision.COMMIT ? RemoteVerb.COMMIT : RemoteVerb.ROLLBACK);
        }
    }

    /** Its vote; PREPARED must be forced before it is sent. */
    Answer vote() {
        branch.isAskedToPrepare = true;
        if (truth.wish != Wish.COMMIT) {
            world.ledger().broken("atomicity", "prepare is asked though the wish is " + truth.wish + ": " + truth);
        }
        if (!branch.isWriting) {
            branch.over(Effect.READ_ONLY);
            return Answer.READ_ONLY;
        }
        if (world.mayFail(0.02)) {
            rollBack();
            return Answer.ROLLED_BACK;
        }
        boolean canTell = world.profile().network().wire().contains(Feature.HEURISTICS);
        return canTell && mayGoAgainst() ? decideFirst() : Answer.PREPARED;
    }

    /** It has decided by itself, and says so in place of its vote, and again when it is asked to roll back. */
    private Answer decideFirst() {
        world.ledger().saw(Sight.FOREIGN_FIRST);
        boolean isCommit = world.chance().even();
        Answer claim = isCommit ? Answer.HEURISTIC_COMMIT : Answer.HEURISTIC_ROLLBACK;
        claims.add(claim);
        branch.isOwn = true;
        branch.isLost = isCommit; // nobody need hear of it: rollback is presumed
        branch.over(isCommit ? Effect.COMMITTED : Effect.ROLLED_BACK);
        return claim;
    }

    /** Its vote before anybody has asked, when it has nothing to commit, or will not; null when it waits for the question. */
    Request.@Nullable Vote leave() {
        if (isOver() || isPrepared() || (branch.isWriting && !world.mayFail(0.2))) {
            return null;
        }
        world.ledger().saw(Sight.LEFT);
        if (branch.isWriting) {
            rollBack();
            return new Request.Vote(superior, registration.branch(), Answer.ROLLED_BACK);
        }
        branch.over(Effect.READ_ONLY);
        return new Request.Vote(superior, registration.branch(), Answer.READ_ONLY);
    }

    /** Its vote, or the later outcome. */
    Answer voteAgain() {
        if (!claims.isEmpty()) {
            return claims.element();
        }
        return isPrepared()
                ? Answer.PREPARED
                : branch.effect == Effect.READ_ONLY ? Answer.READ_ONLY : Answer.ROLLED_BACK;
    }

    /** The vote is on disk. */
    void prepared() {
        branch.state = State.PREPARED;
        branch.hasVoted = true;
        dueNanos = world.schedule().nowNanos() + INQUIRY_NANOS;
    }

    /** Its answer to any verb but prepare. */
    Answer answer(RemoteVerb verb) {
        switch (verb) {
            case COMMIT -> {
                commit();
                return claim();
            }
            case ROLLBACK -> {
                if (!isOver()) {
                    undo();
                }
                return claims.peek() == Answer.HEURISTIC_ROLLBACK ? Answer.DONE : claim();
            }
            case COMMIT_ONE_PHASE -> {
                return onePhase();
            }
            case FORGET -> claims.clear();
            case PREPARE, BEFORE_COMPLETION -> {}
        }
        return Answer.DONE;
    }

    private void commit() {
        if (branch.isUnprepared()) {
            world.ledger().broken("law 4", "commit is sent without a vote to " + branch + ": " + truth);
        } else if (isPrepared()) {
            if (!isToCommit()) {
                world.ledger().broken("law 7", "commit is sent while no decision is durable: " + truth);
            }
            if (mayGoAgainst()) {
                goAgainst(RemoteVerb.COMMIT);
            } else {
                branch.over(Effect.COMMITTED);
            }
        }
    }

    private boolean mayGoAgainst() {
        return world.mayFail(world.profile().faults().ownDecision());
    }

    /**
     * It breaks its promise. It says so for as long as the superior asks, or once: then it has forgotten the
     * transaction, and confirms whatever it is asked.
     */
    private void goAgainst(RemoteVerb asked) {
        world.ledger().saw(Sight.FOREIGN_AGAINST);
        boolean isToCommit = asked == RemoteVerb.COMMIT;
        List<Answer> possible = new ArrayList<>(List.of(Answer.DOUBTFUL));
        if (isToCommit) {
            possible.add(Answer.ROLLED_BACK);
        }
        if (world.profile().network().wire().contains(Feature.HEURISTICS)) {
            possible.add(isToCommit ? Answer.HEURISTIC_ROLLBACK : Answer.HEURISTIC_COMMIT);
        }
        Answer claim = world.chance().oneOf(possible);
        claims.add(claim);
        if (!claim.isHeuristic()) {
            claims.add(Answer.DONE);
        }
        branch.isOwn = true;
        branch.isLost = !claim.isHeuristic() || !isToCommit; // nobody needs the answer to a presumed rollback
        branch.over(isToCommit ? Effect.ROLLED_BACK : Effect.COMMITTED);
    }

    private Answer claim() {
        if (claims.isEmpty()) {
            return Answer.DONE;
        }
        return claims.size() > 1 ? claims.remove() : claims.element();
    }

    private boolean isToCommit() {
        Vote inPlace = truth.inPlace(branch);
        return inPlace == null ? world.ledger().isDecidedAnywhere(truth) : inPlace.isCommit();
    }

    private void undo() {
        if (isToCommit()) {
            world.ledger().broken("law 9", "rollback is sent though commit was decided: " + truth);
        }
        if (isPrepared() && mayGoAgainst()) {
            goAgainst(RemoteVerb.ROLLBACK);
        } else {
            rollBack();
        }
    }

    private Answer onePhase() {
        if (isOver()) {
            return branch.effect == Effect.ROLLED_BACK ? Answer.ROLLED_BACK : Answer.DONE;
        }
        boolean isAlone = truth.branches.stream().allMatch(each -> each == branch || each.isReadOnly());
        if (truth.wish != Wish.COMMIT || !isAlone || isPrepared()) {
            world.ledger().broken("atomicity", "a one-phase commit is asked: " + truth);
        }
        branch.over(branch.isWriting ? Effect.COMMITTED : Effect.READ_ONLY);
        return Answer.DONE;
    }
}
