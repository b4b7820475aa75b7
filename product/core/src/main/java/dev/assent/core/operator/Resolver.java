package dev.assent.core.operator;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.local.LocalResource.Mark;
import dev.assent.core.log.RecordKind;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.participant.Participant;
import dev.assent.core.recovery.SeenBranch;
import dev.assent.core.recovery.SeenBranch.Claim;
import dev.assent.core.recovery.SeenLastResource;
import dev.assent.core.recovery.SeenResource;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Resolution;
import dev.assent.core.xa.XaBranch;
import dev.assent.spi.XaTraits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Resolves transactions on an operator's order.
 *
 * <p>Thread safety: any thread may call all methods.
 */
final class Resolver {
    private final Operator.Parts parts;
    private final Acts acts;
    private final Coordinator coordinator;

    Resolver(Operator.Parts parts, Acts acts) {
        this.parts = parts;
        this.acts = acts;
        this.coordinator = parts.coordinator();
    }

    /** See {@link Operator#resolve}. */
    void resolve(TransactionId id, boolean commit, Act act, Consumer<ActResult> reply) {
        acts.begin(
                "resolve " + id + " by " + Words.verb(commit),
                act,
                reply,
                told -> acts.checked(() -> {
                    acts.checkOpened(id);
                    GlobalTransaction known = coordinator.find(id);
                    if (known == null) {
                        Resolution resolution = Resolution.of(coordinator, id, commit, claim(id, commit), act);
                        long position = coordinator.log().append(RecordKind.RESOLUTION, id, resolution);
                        return () -> acts.force(id, position, told, () -> carriedOut(id, resolution));
                    }
                    if (known.step() == Step.IN_DOUBT && !known.forDecision().isMade()) {
                        checkMark(id, commit);
                        Resolution ofLast = Resolution.of(coordinator, id, commit, List.of(), act);
                        long position = coordinator.log().append(RecordKind.RESOLUTION, id, ofLast);
                        return () -> acts.force(id, position, told, () -> settled(known, commit, act));
                    }
                    if (known.step() == Step.PREPARED && !known.forDecision().isMade()) {
                        if (known.forDecision().isCommit()
                                && !commit) { // decided by the superior, maybe carried out in part
                            throw new IllegalArgumentException(
                                    MESSAGES.resolveDecided(id, Words.verb(false), Words.verb(true)));
                        }
                        if (!known.forOperator().claimHere()) {
                            return () -> told.accept(acts.overtaken(id));
                        }
                        long position = appendInPlace(known, commit, act);
                        return () -> acts.force(id, position, told, () -> {
                            known.forOperator().resolveHere(commit, act);
                            return finished(known);
                        });
                    }
                    GlobalTransaction decided = decided(known, commit);
                    return () -> told.accept(finished(decided));
                }));
    }

    private ActResult carriedOut(TransactionId id, Resolution resolution) {
        GlobalTransaction resolved = resolution.carryOut();
        if (resolved == null) {
            return acts.overtaken(id);
        }
        parts.recovery().resolved(id);
        return finished(resolved);
    }

    /** The operator has found out what the last resource did (law 13: the last resource is announced). */
    private ActResult settled(GlobalTransaction known, boolean commit, Act act) {
        if (known.step() != Step.IN_DOUBT || known.forDecision().isMade()) {
            return acts.overtaken(known.id());
        }
        known.forOperator().decided(act);
        parts.recovery().settleLast(known.id(), commit);
        return finished(known);
    }

    /**
     * The operator has found out what the superior decided, or decides in its place (law 18: a prepared subordinate
     * asks).
     */
    private long appendInPlace(GlobalTransaction claimed, boolean commit, Act act) {
        TransactionId id = claimed.id();
        try {
            Resolution inPlace = Resolution.of(coordinator, id, commit, List.of(), act);
            return coordinator.log().append(RecordKind.RESOLUTION, id, inPlace);
        } catch (RuntimeException | Error refused) {
            claimed.forOperator().releaseHere();
            throw refused;
        }
    }

    /**
     * If the last resource's commit marker can be read, the marker decides, not an operator (law 13: the last resource
     * is announced).
     */
    private void checkMark(TransactionId id, boolean commit) {
        for (SeenLastResource each : parts.recovery().lookAtLastResources()) {
            Mark mark = each.marks().get(id);
            if (mark != null && (mark == Mark.NONE || (mark == Mark.COMMITTED) != commit)) {
                throw new IllegalArgumentException(
                        MESSAGES.resolveMarked(id, Words.verb(commit), each.name(), Words.said(mark)));
            }
        }
    }

    private static GlobalTransaction decided(GlobalTransaction known, boolean commit) {
        Step step = known.step();
        if (step == Step.HEURISTIC) {
            throw new IllegalArgumentException(
                    MESSAGES.resolveHeuristic(known.id(), known.participants().heuristics()));
        }
        if (!known.forDecision().isMade()) {
            throw new IllegalArgumentException(MESSAGES.resolveUnderWay(known.id(), step.words()));
        }
        if (known.forDecision().isCommit() != commit) {
            throw new IllegalArgumentException(MESSAGES.resolveDecided(
                    known.id(),
                    Words.verb(commit),
                    Words.verb(known.forDecision().isCommit())));
        }
        return known;
    }

    /** The listed branches of an unknown transaction, if an operator may decide about all of them. */
    private List<Participant> claim(TransactionId id, boolean commit) {
        List<SeenResource> seen = parts.recovery().look();
        List<Participant> claimed = new ArrayList<>();
        boolean isLeftAlone = false;
        for (SeenResource resource : seen) {
            for (SeenBranch branch : resource.branches()) {
                if (branch.xid().transaction().equals(id)) {
                    check(resource.name(), branch, commit);
                    isLeftAlone |= branch.claim() == Claim.LEFT_ALONE;
                    claimed.add(new XaBranch(branch.xid(), resource.name(), XaTraits.STANDARD, null));
                }
            }
        }
        if (claimed.isEmpty()) {
            throw new IllegalArgumentException(
                    MESSAGES.resolveUnknown(id, Words.reached(seen, true), Words.reached(seen, false)));
        }
        if (isLeftAlone && !seen.stream().allMatch(SeenResource::isReached)) { // so are an orphan's other branches
            throw new IllegalArgumentException(MESSAGES.resolvePartly(id, Words.reached(seen, false)));
        }
        return claimed;
    }

    private static void check(String resource, SeenBranch branch, boolean commit) {
        TransactionId id = branch.xid().transaction();
        switch (branch.claim()) {
            case LEFT_ALONE -> {}
            case ORPHAN -> {
                if (commit) {
                    throw new IllegalArgumentException(MESSAGES.resolveOrphan(id));
                }
            }
            case STRANGE -> {
                NodeId node = branch.xid().owner().node();
                throw new IllegalArgumentException(MESSAGES.resolveStrange(id, resource, node));
            }
            case KNOWN -> throw new IllegalArgumentException(MESSAGES.resolveUnderWay(id, Step.ACTIVE.words()));
        }
    }

    private ActResult finished(GlobalTransaction transaction) {
        Step step = parts.recovery().finish(transaction);
        String resources = Words.resources(transaction.participants().all());
        return switch (step) {
            case COMMITTED -> new ActResult(Kind.DONE, "committed on " + resources);
            case ROLLED_BACK -> new ActResult(Kind.DONE, "rolled back on " + resources);
            case HEURISTIC -> new ActResult(Kind.DONE, kept(transaction, resources));
            case IN_DOUBT ->
                new ActResult(Kind.WAITING, "decided; recovery does the rest once the log takes the decision");
            default -> new ActResult(Kind.WAITING, waiting(transaction));
        };
    }

    private String waiting(GlobalTransaction transaction) {
        List<Participant> open = transaction.participants().unfinished();
        String then = (coordinator.isRunning() ? "recovery" : "the next start of the node") + " does the rest once ";
        return open.isEmpty()
                ? "on record; " + then + "the log takes the record of what the resources did"
                : "on record; waits for " + Words.resources(open) + ", " + then + "that is reached";
    }

    private static String kept(GlobalTransaction transaction, String resources) {
        if (!transaction.participants().heuristics().isEmpty()) {
            return "over, with a heuristic outcome that is kept: "
                    + transaction.participants().heuristics();
        }
        return (transaction.forDecision().isCommit() ? "committed on " : "rolled back on ") + resources
                + "; it is kept until its superior confirms that";
    }
}
