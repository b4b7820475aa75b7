package dev.assent.core.xa;

import dev.assent.NodeEpoch;
import dev.assent.TransactionId;
import dev.assent.core.identity.IdentityBytes;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Reply;
import dev.assent.core.xa.XaFailure.Listing;
import dev.assent.spi.XaTraits;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * One XA branch: the participant for one resource in one transaction.
 *
 * <p>The first try of each verb uses the XAResource that did the work. After a failed try, or a crash, the branch has
 * none: it answers {@link Answer#RETRY} until recovery {@linkplain #bind binds} one of its own, or has seen that the
 * resource {@linkplain #confirmAbsent no longer lists} the branch.
 *
 * <p>Thread safety: as {@link Participant}; association by one thread at a time.
 */
public final class XaBranch implements Participant {
    /** The first byte of a description: an XA branch. */
    public static final int KIND = 1;

    private static final Set<Capability> CAPABILITIES =
            EnumSet.of(Capability.PREPARE, Capability.ONE_PHASE, Capability.FORGET);

    private final BranchXid xid;
    private final String name;
    private final XaTraits traits;

    private final @Nullable XaBranch previous;

    private @Nullable XaAssociation association;
    private @Nullable XAResource resource;
    private @Nullable Throwable problem;

    /** Whether a commit was tried, and may have taken effect. */
    private boolean tried;

    /** Whether it has voted to commit, so that only its coordinator may end it. */
    private boolean promised;

    /** Whether a rollback was tried, and may have taken effect. */
    private boolean undone;

    /** Whether the resource claimed that it can't keep its promise. */
    private boolean doubtful;

    private boolean absent;

    /** Whether the resource is recovery's and has just listed the branch. */
    private boolean listed;

    /**
     * A new branch, not associated yet.
     *
     * @param previous the branch made before it in the same transaction; null for the first
     */
    public XaBranch(BranchXid xid, String name, XaTraits traits, @Nullable XaBranch previous) {
        this.xid = xid;
        this.previous = previous;
        this.name = name;
        this.traits = traits;
    }

    /**
     * Rebuilds a branch from the bytes of {@link #describe}; the kind is already read.
     *
     * @param wasDecided whether the decision was on record, so that a commit may have been tried
     */
    public static XaBranch read(TransactionId transaction, boolean wasDecided, ByteBuffer in) {
        String name = ByteSink.readString(in);
        NodeEpoch owner = NodeEpoch.read(in);
        BranchXid xid = new BranchXid(transaction, owner, in.get(), in.getInt());
        XaBranch branch = new XaBranch(xid, name, XaTraits.STANDARD, null);
        branch.tried = wasDecided;
        branch.undone = true; // an earlier life may have rolled it back, without a record
        branch.doubtful = in.get() != 0;
        return branch;
    }

    @Override
    public void describe(ByteSink out) {
        out.putByte(KIND).putString(name);
        IdentityBytes.write(xid.owner(), out);
        out.putByte(xid.presumption()).putInt(xid.number()).putByte(doubtful ? 1 : 0);
    }

    /** Its Xid. */
    public BranchXid xid() {
        return xid;
    }

    /** The name of its resource. */
    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<Capability> can() {
        return CAPABILITIES;
    }

    @Override
    public @Nullable Throwable problem() {
        return problem;
    }

    @Override
    public String toString() {
        return "branch " + xid + " on resource '" + name + "'";
    }

    // ---- association: start and end

    /** The branch made before it in the same transaction; null for the first. */
    @Nullable XaBranch previous() {
        return previous;
    }

    /** The association of this XAResource object with the branch; null if it has none. */
    @Nullable XaAssociation associationOf(XAResource candidate) {
        return association == null ? null : association.of(candidate);
    }

    /** Whether this XAResource object may join the branch. */
    boolean canJoin(XAResource candidate) {
        return traits.joins() && resource != null && XaOwners.isSame(resource, candidate);
    }

    /**
     * Starts work of an XAResource object on the branch: the first makes the branch, others join it.
     *
     * @throws XAException thrown by {@code start}; nothing is associated then
     */
    public void start(XAResource with) throws XAException {
        XaAssociation.start(with, xid, association == null ? XAResource.TMNOFLAGS : XAResource.TMJOIN);
        association = new XaAssociation(with, traits.endsLate(), association);
        if (resource == null) {
            resource = with;
        }
    }

    /** Puts an associated XAResource object back to work, unless it is at work. */
    void resume(XAResource with) throws XAException {
        XaAssociation known = associationOf(with);
        if (known != null && !known.isActive()) {
            known.resume(xid);
        }
    }

    /**
     * Interrupts or ends the work of an associated XAResource object.
     *
     * @param flag TMSUSPEND, TMSUCCESS or TMFAIL
     * @return false if it is not associated, or its state does not allow it
     */
    public boolean end(XAResource with, int flag) throws XAException {
        XaAssociation known = associationOf(with);
        return known != null && known.end(xid, flag);
    }

    /** Ends all associations; false if some resource says that the branch can only roll back. */
    private boolean endAll(int flag) {
        boolean sound = true;
        for (XaAssociation a = association; a != null; a = a.next()) {
            try {
                a.finish(xid, flag);
            } catch (Throwable failed) {
                problem = failed;
                sound &= failure(XaVerb.END, failed).meaning() == XaMeaning.DONE;
            }
        }
        association = null;
        return sound;
    }

    // ---- recovery

    /** Gives the branch, for its next verb, an XAResource of recovery that has just listed it as in doubt. */
    public void bind(XAResource recoveries) {
        resource = recoveries;
        listed = true;
    }

    /** Whether the resource lists the branch, after {@link #bind}. */
    public boolean isListed() {
        return listed;
    }

    /**
     * The in-doubt list of the resource, read after the last try, lacks the branch. So that try, or an earlier one,
     * took effect. If no try had an unknown result, another party ended the branch, which should have waited, and
     * nobody knows how (law 11: a lost answer is never guessed).
     */
    public void confirmAbsent() {
        absent = true;
    }

    @Override
    public void park() {
        resource = null;
    }

    /** Takes back the effects of {@link #bind} and {@link #confirmAbsent}. */
    public void unbind() {
        resource = null;
        listed = false;
        absent = false;
    }

    // ---- verbs

    @Override
    public Answer prepare(Reply reply) {
        if (!endAll(XAResource.TMSUCCESS)) {
            return Answer.REFUSED;
        }
        try {
            int vote = bound().prepare(xid);
            return switch (vote) {
                case XAResource.XA_OK -> {
                    promised = true;
                    yield Answer.PREPARED;
                }
                case XAResource.XA_RDONLY -> Answer.READ_ONLY;
                default -> {
                    problem = new XAException("the vote " + vote + " is neither XA_OK nor XA_RDONLY");
                    yield Answer.REFUSED;
                }
            };
        } catch (Throwable failed) {
            return answer(failure(XaVerb.PREPARE, failed));
        }
    }

    @Override
    public Answer commit(Reply reply) {
        if (absent) {
            return doubtful || !tried ? Answer.HEURISTIC_HAZARD : Answer.DONE;
        }
        if (resource == null) {
            return Answer.RETRY;
        }
        try {
            resource.commit(xid, false);
            return succeeded();
        } catch (Throwable thrown) {
            XaFailure failed = failure(XaVerb.COMMIT, thrown);
            if ((tried || listed) && failed.isUnknownXid()) {
                return askAgain(thrown);
            }
            tried = true;
            return answer(failed);
        }
    }

    /**
     * The list counts, not the answer (law 11: a lost answer is never guessed). Another try may have finished the
     * branch; or the resource hides it from all sessions except the one that prepared it, until it notices the end of
     * that session.
     */
    private Answer askAgain(Throwable failed) {
        problem = failed;
        resource = null;
        return Answer.RETRY;
    }

    @Override
    public Answer rollback(Reply reply) {
        endAll(XAResource.TMFAIL);
        if (absent) {
            return isOthersWork() ? Answer.HEURISTIC_HAZARD : Answer.READ_ONLY;
        }
        XAResource asked = resource;
        if (asked == null) {
            return Answer.RETRY;
        }
        try {
            asked.rollback(xid);
            return Answer.DONE;
        } catch (Throwable thrown) {
            XaFailure failed = failure(XaVerb.ROLLBACK, thrown);
            if (listed && failed.isUnknownXid()) {
                return askAgain(thrown);
            }
            if (!failed.isRefusal()) {
                undone = true;
            } else if (isOthersWork()) {
                Listing listing = failed.listing();
                if (listing == Listing.GONE) { // although its rollback was refused
                    problem = thrown;
                    return Answer.HEURISTIC_HAZARD;
                }
                undone = listing == Listing.UNTOLD && failed.mayHideEffect();
            }
            return answer(failed);
        }
    }

    /**
     * Whether a missing branch was ended by another party: this node did not end it, and the resource itself may not.
     */
    private boolean isOthersWork() {
        return promised && !undone;
    }

    @Override
    public Answer commitOnePhase(Reply reply) {
        if (!endAll(XAResource.TMSUCCESS)) {
            return Answer.RETRY;
        }
        try {
            bound().commit(xid, true);
            return Answer.DONE;
        } catch (Throwable failed) {
            return answer(failure(XaVerb.COMMIT_ONE_PHASE, failed));
        }
    }

    @Override
    public Answer forget(Reply reply) {
        if (resource == null) {
            return Answer.RETRY;
        }
        try {
            resource.forget(xid);
            return Answer.DONE;
        } catch (Throwable failed) {
            return answer(failure(XaVerb.FORGET, failed));
        }
    }

    private XAResource bound() throws XAException {
        if (resource == null) {
            throw new XAException(XAException.XAER_PROTO);
        }
        return resource;
    }

    private Answer succeeded() {
        problem = null;
        return Answer.DONE;
    }

    private XaFailure failure(XaVerb verb, Throwable thrown) {
        return new XaFailure(verb, thrown, xid, resource);
    }

    /** The answer after a failure. To be asked again, the branch needs another connection, which recovery has. */
    private Answer answer(XaFailure failed) {
        problem = failed.problem();
        Answer answer = failed.answer(doubtful);
        problem = failed.problem(); // another one if the resource refuses to forget
        doubtful |= answer == Answer.DOUBTFUL;
        if (answer == Answer.DOUBTFUL || (answer == Answer.RETRY && failed.verb() != XaVerb.COMMIT_ONE_PHASE)) {
            resource = null;
        }
        return answer;
    }
}
