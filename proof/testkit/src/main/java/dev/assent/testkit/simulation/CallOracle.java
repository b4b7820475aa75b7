package dev.assent.testkit.simulation;

import dev.assent.NodeEpoch;
import dev.assent.core.log.RecordKind;
import dev.assent.core.xa.XaVerb;
import dev.assent.testkit.simulation.BranchTruth.Effect;
import dev.assent.testkit.simulation.BranchTruth.State;
import dev.assent.testkit.simulation.TransactionTruth.Wish;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The laws about a node's calls of a resource. It judges each call on arrival, whatever its result. Not thread-safe.
 */
final class CallOracle {
    /** The length of a branch qualifier of ours. */
    private static final int QUALIFIER_BYTES = 29;

    private final Ledger ledger;
    private final RemoteCallOracle remoteCalls;

    CallOracle(Ledger ledger, RemoteCallOracle remoteCalls) {
        this.ledger = ledger;
        this.remoteCalls = remoteCalls;
    }

    /** A node asks something of a branch; null when the resource does not know it. */
    void asked(SimulatedSession session, XaVerb verb, XidBytes xid, @Nullable BranchTruth branch) {
        NodeLife life = session.life();
        if (branch != null && branch.isLocal) {
            askedLocally(session, verb, branch);
            return;
        }
        boolean isAnothers = !ownerOf(xid).equals(life.identityBytes());
        if (isAnothers && !life.durable().hasAdopted(ownerOf(xid))) {
            ledger.broken("law 9", verb + " is asked of " + xid + ", a branch of another node");
        }
        if (branch == null) {
            return;
        }
        askedOfFinished(session, verb, branch);
        if (!branch.isKnown()) {
            return;
        }
        if (branch.isBusy) {
            ledger.broken("one at a time", verb + " is asked while another call is under way: " + branch);
        }
        TransactionTruth truth = branch.transaction;
        if (truth == null) {
            askedOfStranger(life, verb, branch);
            return;
        }
        if (isAnothers) {
            askedByAdopter(life, verb, branch, truth);
        }
        if (truth.unknownTo == life) {
            ledger.broken("law 8", verb + " is asked by the life to which the outcome is unknown: " + truth);
        }
        if (session.reaches(branch)) {
            stateTable(verb, branch);
        }
        if (verb == XaVerb.PREPARE || verb == XaVerb.COMMIT_ONE_PHASE) {
            remoteCalls.askedToPrepare(life, truth);
            if (branch.markedFor == life) {
                ledger.broken("XA", verb + " is asked though the node has heard that it can only roll back: " + branch);
            }
        }
        switch (verb) {
            case PREPARE -> {
                branch.isAskedToPrepare = true;
                prepare(truth);
            }
            case COMMIT -> commit(truth, branch, life);
            case COMMIT_ONE_PHASE -> onePhase(truth, branch);
            case ROLLBACK -> {
                branch.isAskedToRollBack = true;
                rollback(session, branch, truth);
            }
            case FORGET -> forget(session, branch, truth);
            case START, END, RECOVER -> {}
        }
    }

    /**
     * A node that has heard that a branch is over asks nothing more of it: by XA's state table the branch does not exist
     * any more. Recovery may roll back what stood in a list that is older than the end. To forget twice does no harm.
     */
    private void askedOfFinished(SimulatedSession session, XaVerb verb, BranchTruth branch) {
        boolean isOfOldList = verb == XaVerb.ROLLBACK && session.isRecoverys();
        if (branch.finishedFor == session.life() && verb != XaVerb.FORGET && !isOfOldList) {
            ledger.broken("XA", verb + " is asked though the node has heard that it is over: " + branch);
        }
    }

    /**
     * Laws 2 and 9: for an adopted node, the adopter knows what is in that node's log, or what an operator has
     * resolved. It presumes nothing unless that log is whole. It knows the outcome of a transaction in which it takes
     * part itself.
     */
    private void askedByAdopter(NodeLife life, XaVerb verb, BranchTruth branch, TransactionTruth truth) {
        DurableRecords records = life.durable();
        boolean isWhole = records.isWholeOf(ownerOf(branch.xid), epochOf(branch.xid), markOf(branch.xid));
        SimulatedNode node = life.node();
        boolean isParty = truth.isAt(node)
                || truth.subordinates.stream().anyMatch(each -> each.life().node() == node);
        if (!isWhole && !isParty && records.of(truth) == null) {
            ledger.broken("law 9", verb + " is asked of " + branch + " of a node whose log is gone: " + truth);
        }
    }

    /**
     * Laws 10 and 12: a node touches a branch that it does not understand only as an operator's durable resolution
     * says.
     */
    private void askedOfStranger(NodeLife life, XaVerb verb, BranchTruth branch) {
        DurableRecords.Found found = life.durable().of(branch.xid.global());
        if (found == null || (found.kind() != RecordKind.RESOLUTION && found.kind() != RecordKind.HEURISTIC)) {
            ledger.broken("law 10", verb + " is asked of " + branch + ", which must be left alone");
            return;
        }
        branch.resolution = found.isCommit() ? Effect.COMMITTED : Effect.ROLLED_BACK;
        boolean isAgainst = found.isCommit() ? verb == XaVerb.ROLLBACK : verb == XaVerb.COMMIT;
        if (isAgainst) {
            ledger.broken("law 12", verb + " is asked of " + branch + " against its resolution");
        }
    }

    /** Law 13: a last resource is asked once, when all others are prepared and a record says so. */
    private void askedLocally(SimulatedSession session, XaVerb verb, BranchTruth branch) {
        TransactionTruth truth = branch.transaction;
        if (truth == null || verb != XaVerb.COMMIT_ONE_PHASE) {
            return;
        }
        if (truth.wish != Wish.COMMIT) {
            ledger.broken("atomicity", "the last resource is asked though the wish is " + truth.wish + ": " + truth);
        }
        if (truth.isTimedOut()) {
            ledger.broken("law 20", "the last resource is asked after the timeout: " + truth);
        }
        if (branch.isAsked) {
            ledger.broken("law 13", "the last resource is asked again: " + truth);
        }
        branch.isAsked = true;
        boolean isAlone = truth.isLastAlone();
        for (BranchTruth other : truth.branches) {
            if (!other.isLocal && !other.hasVoted && !other.isReadOnly()) {
                ledger.broken("law 13", "the last resource is asked before " + other + " is prepared: " + truth);
            }
        }
        DurableRecords.Found found = session.life().durable().of(truth.global);
        if (!isAlone && (found == null || found.kind() != RecordKind.LAST_RESOURCE)) {
            ledger.broken("law 13", "the last resource is asked before a record says so: " + truth);
        }
    }

    /**
     * A life ends. Law 11: a branch that it has made and that has voted is over, or the life still has the transaction
     * and asks the branch again. Otherwise it has given the branch up, and only the next life finds it, as an orphan.
     */
    void ends(NodeLife life) {
        if (!life.isRestored()) {
            return;
        }
        for (TransactionTruth truth : ledger.transactions()) {
            for (BranchTruth branch : truth.branches) {
                boolean isLeft = branch.state == State.PREPARED && branch.hasVoted && !branch.isLied && !branch.isBusy;
                if (isLeft && branch.isOfThis(life) && isUnknown(life, truth)) {
                    ledger.broken("law 11", life + " has given up " + branch + ": " + truth);
                }
            }
        }
    }

    private static boolean isUnknown(NodeLife life, TransactionTruth truth) {
        return truth.unknownTo != life
                && life.coordinator().find(truth.id) == null
                && truth.incarnations.stream()
                        .allMatch(each -> life.coordinator().find(each) == null);
    }

    /** The bytes of the node that owns a branch; none of a stranger's. */
    static ByteBuffer ownerOf(XidBytes xid) {
        return xid.qualifier().remaining() == QUALIFIER_BYTES ? xid.qualifier().slice(1, 16) : ByteBuffer.allocate(0);
    }

    private static int epochOf(XidBytes xid) {
        return xid.qualifier().getInt(xid.qualifier().position() + 17);
    }

    private static int markOf(XidBytes xid) {
        return xid.qualifier().getInt(xid.qualifier().position() + 21);
    }

    /** The bytes of the life of a node that has made a branch: its identity, its epoch and the mark. */
    static ByteBuffer lifeOf(XidBytes xid) {
        return xid.qualifier().remaining() == QUALIFIER_BYTES ? xid.qualifier().slice(1, 24) : ByteBuffer.allocate(0);
    }

    /** The same bytes of a life. */
    static ByteBuffer lifeOf(NodeLife life) {
        NodeEpoch epoch = life.nodeEpoch();
        ByteBuffer bytes = ByteBuffer.allocate(24);
        epoch.node().write(bytes);
        return bytes.putInt(epoch.epoch()).putInt(epoch.mark()).flip();
    }

    /** Checks that the standard allows the verb in the branch's state. */
    private void stateTable(XaVerb verb, BranchTruth branch) {
        boolean isEnded = branch.state == State.IDLE || branch.state == State.ROLLBACK_ONLY;
        boolean isAllowed = switch (verb) {
            case PREPARE, COMMIT_ONE_PHASE -> isEnded;
            case COMMIT -> branch.isInDoubt();
            case ROLLBACK -> isEnded || branch.isInDoubt();
            case FORGET -> branch.state == State.HEURISTIC || branch.isLied; // a lie made it a hazard
            case START, END, RECOVER -> true;
        };
        if (!isAllowed) {
            ledger.broken("XA", verb + " is asked of " + branch);
        }
    }

    private void prepare(TransactionTruth truth) {
        if (truth.wish != Wish.COMMIT) {
            ledger.broken("XA", "prepare is asked though the wish is " + truth.wish + ": " + truth);
        }
    }

    private void commit(TransactionTruth truth, BranchTruth branch, NodeLife life) {
        Vote inPlace = truth.inPlace(branch);
        if (inPlace != null && !inPlace.isCommit() && !truth.isPassedOn(branch, true)) {
            ledger.broken("law 12", "commit is asked of " + branch + " against " + inPlace + ": " + truth);
        } else if (inPlace == null && !ledger.isDecided(truth, life)) {
            ledger.broken("law 7", "commit is asked while no decision is durable on the disk: " + truth);
        }
        boolean isSubordinates = !truth.isAt(life.node());
        if (isSubordinates && truth.isDistributed && life.durable().of(truth) == null) {
            ledger.broken("law 18", "commit is asked by a subordinate that has no record: " + truth);
        }
        if (truth.life == life && truth.isTimedOut()) {
            ledger.broken("law 20", "commit is asked after the timeout: " + truth);
        }
        BranchTruth local = truth.local();
        if (local != null && inPlace == null && local.effect != Effect.COMMITTED) {
            ledger.broken("law 13", "commit is asked though the last resource has not committed: " + truth);
        }
    }

    private void onePhase(TransactionTruth truth, BranchTruth branch) {
        ledger.saw(Sight.ONE_PHASE);
        branch.isAskedInOnePhase = true;
        boolean isAlone = truth.isDistributed
                ? truth.branches.stream().allMatch(each -> each == branch || each.isReadOnly())
                : truth.enlisted == 1;
        if (truth.wish != Wish.COMMIT || !isAlone) {
            ledger.broken("atomicity", "a one-phase commit is asked: " + truth);
        }
        if (truth.isTimedOut()) {
            ledger.broken("law 20", "a one-phase commit is asked after the timeout: " + truth);
        }
    }

    /** Whether it waits for recovery, also while its client has not heard so yet. */
    private static boolean isParked(NodeLife life, TransactionTruth truth) {
        return life.coordinator().parked().stream()
                .anyMatch(each -> ByteBuffer.wrap(each.id().global()).equals(truth.global));
    }

    private void rollback(SimulatedSession session, BranchTruth branch, TransactionTruth truth) {
        Vote inPlace = truth.inPlace(branch);
        if (inPlace == null) {
            rollback(session, truth, branch);
        } else if (inPlace.isCommit() && !branch.isLied && !truth.isPassedOn(branch, false)) { // as below
            ledger.broken("law 12", "rollback is asked of " + branch + " against " + inPlace + ": " + truth);
        }
    }

    private void rollback(SimulatedSession session, TransactionTruth truth, BranchTruth branch) {
        NodeLife life = session.life();
        if (!branch.isLied) { // a branch that a list left out counts as ended, and as an orphan when it is back
            rollbackOfKept(truth, life);
        }
        if (session.isRecoverys() && truth.isUnderWay(life) && !isParked(life, truth)) {
            ledger.broken("law 9", "recovery rolls back a transaction that is under way: " + truth);
        }
        if (session.isRecoverys() && truth.life != life) {
            ledger.saw(Sight.ORPHAN);
        }
    }

    private void rollbackOfKept(TransactionTruth truth, NodeLife life) {
        boolean isDecided = ledger.isDecided(truth, life);
        if (isDecided || truth.wasDecided || (truth.life == life && truth.decisions > 0)) {
            ledger.broken("law 9", "rollback is asked though commit was decided: " + truth);
        }
        BranchTruth local = truth.local();
        if (local != null && local.isAsked && !local.isCertainlyRolledBack()) {
            ledger.broken("law 13", "rollback is asked though the last resource may commit: " + truth);
        }
    }

    private void forget(SimulatedSession session, BranchTruth branch, TransactionTruth truth) {
        NodeLife life = session.life();
        boolean isAlone = truth.isDistributed ? branch.isAskedInOnePhase : truth.isOnePhase();
        boolean isOnePhase = isAlone && !branch.isAskedToRollBack; // as it is when it has done nothing
        boolean isCommit = ledger.isToCommit(branch, truth, life) || (isOnePhase && !session.isRecoverys());
        boolean isAsDecided = branch.effect == (isCommit ? Effect.COMMITTED : Effect.ROLLED_BACK);
        DurableRecords.Found found = life.durable().of(truth);
        boolean isKept = found != null && found.kind() == RecordKind.HEURISTIC;
        if (!isAsDecided && !isKept && !branch.isLied) {
            ledger.broken("law 12", "forget is asked before the heuristic outcome is durable: " + truth);
        }
    }
}
