package dev.assent.core.xa;

import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Reply;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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

    private static final Set<Capability> CAPABILITIES = EnumSet.of(
            Capability.PREPARE, Capability.ONE_PHASE, Capability.READ_ONLY, Capability.FORGET, Capability.HEURISTICS);

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
        byte[] name = new byte[in.getShort() & 0xFFFF];
        in.get(name);
        NodeEpoch owner = NodeEpoch.read(in);
        BranchXid xid = new BranchXid(transaction, owner, in.get(), in.getInt());
        XaBranch branch = new XaBranch(xid, new String(name, StandardCharsets.UTF_8), XaTraits.STANDARD, null);
        branch.tried = wasDecided;
        branch.undone = true; // an earlier life may have rolled it back, without a record
        branch.doubtful = in.get() != 0;
        return branch;
    }

    @Override
    public void describe(ByteSink out) {
        out.putByte(KIND).putString(name);
        xid.owner().write(out);
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
    @SuppressWarnings("ReferenceEquality") // an association is of one object
    @Nullable XaAssociation associationOf(XAResource candidate) {
        for (XaAssociation a = association; a != null; a = a.next()) {
            if (a.resource() == candidate) {
                return a;
            }
        }
        return null;
    }

    /** Whether this XAResource object may join the branch. */
    boolean canJoin(XAResource candidate) throws XAException {
        return traits.joins() && resource != null && resource.isSameRM(candidate);
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
                int code = failed instanceof XAException xa ? xa.errorCode : XAException.XAER_RMFAIL;
                sound &= XaCodes.meaning(XaVerb.END, code) == XaMeaning.DONE;
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
            return answer(XaVerb.PREPARE, failed);
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
        } catch (Throwable failed) {
            if ((tried || listed) && isUnknownXid(failed)) {
                return askAgain(failed);
            }
            tried = true;
            return answer(XaVerb.COMMIT, failed);
        }
    }

    private static boolean isUnknownXid(Throwable failed) {
        return failed instanceof XAException xa && xa.errorCode == XAException.XAER_NOTA;
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
        } catch (Throwable failed) {
            if (listed && isUnknownXid(failed)) {
                return askAgain(failed);
            }
            if (!isAnswer(failed)) {
                undone = true;
            } else if (isOthersWork() && isFoundGone(asked, failed)) {
                problem = failed;
                return Answer.HEURISTIC_HAZARD;
            }
            return answer(XaVerb.ROLLBACK, failed);
        }
    }

    /**
     * Whether a missing branch was ended by another party: this node did not end it, and the resource itself may not.
     */
    private boolean isOthersWork() {
        return promised && !undone;
    }

    /** Whether the resource has said that it did not roll back. After any other failure nobody knows. */
    private static boolean isAnswer(Throwable failed) {
        return failed instanceof XAException xa
                && switch (xa.errorCode) {
                    case XAException.XAER_RMERR,
                            XAException.XAER_NOTA,
                            XAException.XAER_PROTO,
                            XAException.XAER_INVAL,
                            XAException.XAER_ASYNC -> true;
                    default -> false;
                };
    }

    /**
     * Whether the branch is already gone although its rollback was refused. If the resource then can't be asked either,
     * the refusal may come from its connection, and hide that the rollback took effect.
     */
    private boolean isFoundGone(XAResource asked, Throwable failed) {
        Listing listing = isUnknownXid(failed) ? Listing.GONE : listing(asked);
        undone =
                listing == Listing.UNTOLD && failed instanceof XAException xa && xa.errorCode == XAException.XAER_RMERR;
        return listing == Listing.GONE;
    }

    /** What the in-doubt list says about the branch. */
    private enum Listing {
        LISTED,
        GONE,
        /** The resource returns no list now. */
        UNTOLD
    }

    /** Asks the resource at once, while the caller waits for the outcome of the transaction. */
    private Listing listing(XAResource asked) {
        try {
            return InDoubtList.of(asked).contains(xid) ? Listing.LISTED : Listing.GONE;
        } catch (Throwable unknown) {
            return Listing.UNTOLD;
        }
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
            return answer(XaVerb.COMMIT_ONE_PHASE, failed);
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
            return answer(XaVerb.FORGET, failed);
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

    /** The meaning of a failure. Any exception except an XAException counts as XAER_RMFAIL. */
    private Answer answer(XaVerb verb, Throwable failed) {
        problem = failed;
        int code = failed instanceof XAException xa ? xa.errorCode : XAException.XAER_RMFAIL;
        XaMeaning meaning = XaCodes.meaning(verb, code);
        if (meaning == XaMeaning.FORGET_THEN_DONE && !isForgotten()) {
            return unforgotten(verb);
        }
        if (meaning == XaMeaning.RETRY_OR_HAZARD && !doubtful) {
            if (resource != null && listing(resource) == Listing.GONE) {
                return Answer.HEURISTIC_HAZARD;
            }
            doubtful = true;
            resource = null;
            return Answer.DOUBTFUL;
        }
        Answer answer = meaning.answer();
        if (answer == null) {
            throw new IllegalStateException(verb + " has no answer for " + meaning);
        }
        if (answer == Answer.RETRY && verb != XaVerb.COMMIT_ONE_PHASE) {
            resource = null;
        }
        return answer;
    }

    /** The resource's own decision was the right one: asks it to forget; whether it has. */
    private boolean isForgotten() {
        try {
            bound().forget(xid);
            return true;
        } catch (Throwable unforgotten) {
            problem = unforgotten;
            return unforgotten instanceof XAException xa && xa.errorCode == XAException.XAER_NOTA;
        }
    }

    /**
     * The resource still lists the branch, which would look like an orphan. In phase two it is asked again; a one-phase
     * commit is over, so its outcome is kept until the operator forgets it.
     */
    private Answer unforgotten(XaVerb verb) {
        if (verb == XaVerb.COMMIT_ONE_PHASE) {
            return Answer.HEURISTIC_COMMIT;
        }
        resource = null;
        return Answer.RETRY;
    }
}
