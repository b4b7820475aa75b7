package dev.assent.testkit.simulation;

import static javax.transaction.xa.XAException.XAER_ASYNC;
import static javax.transaction.xa.XAException.XAER_DUPID;
import static javax.transaction.xa.XAException.XAER_INVAL;
import static javax.transaction.xa.XAException.XAER_NOTA;
import static javax.transaction.xa.XAException.XAER_OUTSIDE;
import static javax.transaction.xa.XAException.XAER_PROTO;
import static javax.transaction.xa.XAException.XAER_RMERR;
import static javax.transaction.xa.XAException.XAER_RMFAIL;
import static javax.transaction.xa.XAException.XA_HEURCOM;
import static javax.transaction.xa.XAException.XA_HEURHAZ;
import static javax.transaction.xa.XAException.XA_HEURMIX;
import static javax.transaction.xa.XAException.XA_HEURRB;
import static javax.transaction.xa.XAException.XA_NOMIGRATE;
import static javax.transaction.xa.XAException.XA_RBBASE;
import static javax.transaction.xa.XAException.XA_RBEND;
import static javax.transaction.xa.XAException.XA_RETRY;

import dev.assent.core.xa.XaCodes;
import dev.assent.core.xa.XaVerb;
import dev.assent.testkit.simulation.BranchTruth.Effect;
import dev.assent.testkit.simulation.BranchTruth.State;
import java.util.List;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * The work of a resource that answers a code. Any code may come from any verb, as from real drivers. Its meaning by the
 * standard (X/Open XA, chapters 3 and 5) is true. If it says nothing about the branch, the resource has done either
 * nothing or the whole call. The table follows the standard, and does not know how Assent reads a code.
 *
 * <p>Not thread-safe.
 */
final class XaRefusals {
    /** All codes of the standard, and three that it does not have, two of them beside those of a rollback. */
    static final List<Integer> CODES = Stream.concat(
                    XaCodes.ALL.stream().map(XaCodes.Code::value), Stream.of(0, XA_RBBASE - 1, XA_RBEND + 1))
            .toList();

    /** The meaning of a code for a branch. */
    private enum Claim {
        /** The resource has rolled it back, or has marked it so that it can only do so. */
        ROLLED_BACK,
        /** The resource has decided about it by itself. */
        OWN,
        /** It is not there. */
        MISSING,
        /** Nothing was done. */
        UNDONE,
        /** The verb is done. */
        DONE,
        /** The resource was not able to do it, and may have given the branch up. */
        GIVEN_UP,
        /** Nothing. */
        SILENT
    }

    private final SimulatedResource resource;
    private final XaEffects effects;
    private final World world;

    XaRefusals(SimulatedResource resource, XaEffects effects) {
        this.resource = resource;
        this.effects = effects;
        this.world = resource.world();
    }

    /**
     * Answers a code, unless that would not be true of the branch.
     *
     * @param branch null if it is not known yet, or if the call has none
     * @param effect the effect of the call without a fault
     */
    int refuse(XaVerb verb, int code, @Nullable BranchTruth branch, XaEffects.Call effect) throws XAException {
        Claim claim = claim(verb, code);
        if (branch == null) {
            if (verb == XaVerb.START && claim == Claim.SILENT) {
                perhaps(effect);
            }
        } else if (!isTrue(verb, claim, branch)) {
            return effect.run();
        } else if (branch.isLocal) {
            locally(claim, branch, effect);
        } else {
            leaveDoubt(verb, code, branch);
            act(verb, code, branch, effect);
        }
        throw new SimulatedXaException(code);
    }

    private static Claim claim(XaVerb verb, int code) {
        if (code >= XA_RBBASE && code <= XA_RBEND) {
            return verb == XaVerb.FORGET || verb == XaVerb.RECOVER ? Claim.SILENT : Claim.ROLLED_BACK;
        }
        return switch (code) {
            case XAER_NOTA -> Claim.MISSING;
            case XAER_INVAL, XAER_PROTO, XAER_ASYNC -> Claim.UNDONE;
            case XA_HEURCOM, XA_HEURRB, XA_HEURMIX, XA_HEURHAZ ->
                switch (verb) {
                    case PREPARE, COMMIT, COMMIT_ONE_PHASE, ROLLBACK -> Claim.OWN;
                    case START, END, FORGET, RECOVER -> Claim.SILENT;
                };
            case XA_RETRY -> verb == XaVerb.COMMIT || verb == XaVerb.COMMIT_ONE_PHASE ? Claim.UNDONE : Claim.SILENT;
            case XAER_DUPID, XAER_OUTSIDE ->
                verb == XaVerb.START || verb == XaVerb.COMMIT_ONE_PHASE ? Claim.UNDONE : Claim.SILENT;
            case XA_NOMIGRATE -> verb == XaVerb.END ? Claim.DONE : Claim.SILENT;
            case XAER_RMERR ->
                switch (verb) {
                    case COMMIT_ONE_PHASE -> Claim.ROLLED_BACK;
                    case COMMIT -> Claim.GIVEN_UP;
                    default -> Claim.SILENT;
                };
            default -> Claim.SILENT;
        };
    }

    /**
     * Whether the claim is true. A branch that has ended, is decided, or is another connection's can't have been ended
     * now; but a start may be to join it.
     */
    private boolean isTrue(XaVerb verb, Claim claim, BranchTruth branch) {
        boolean isOthers = verb == XaVerb.START ? !effects.mayStart(branch) : !effects.reaches(branch);
        boolean isOpen = branch.isKnown() && !isOthers && (branch.state != State.HEURISTIC || verb == XaVerb.FORGET);
        return switch (claim) {
            case UNDONE, SILENT -> !isOthers;
            case ROLLED_BACK, MISSING, DONE, GIVEN_UP -> isOpen;
            case OWN -> isOpen && (branch.isLocal || branch.state == State.IDLE || branch.state == State.PREPARED);
        };
    }

    /** The coordinator may take this answer for a heuristic outcome, whatever was done. */
    private static void leaveDoubt(XaVerb verb, int code, BranchTruth branch) {
        Claim claim = claim(verb, code);
        boolean isDoubtful = switch (verb) {
            case COMMIT -> claim != Claim.OWN && code != XA_RETRY && code != XAER_RMFAIL; // those are asked again
            case COMMIT_ONE_PHASE -> claim == Claim.SILENT;
            case ROLLBACK ->
                branch.hasVoted && code < 0 && code != XAER_RMFAIL; // a branch that has promised may not end by itself
            case FORGET -> true;
            case START, END, PREPARE, RECOVER -> false;
        };
        if (isDoubtful && branch.transaction != null) {
            branch.transaction.hasCause = true;
        }
    }

    /** Work without XA is its connection's until the end. */
    private void locally(Claim claim, BranchTruth branch, XaEffects.Call effect) {
        if (claim == Claim.ROLLED_BACK || claim == Claim.MISSING) {
            branch.over(Effect.ROLLED_BACK);
        } else if (claim != Claim.UNDONE) {
            perhaps(effect);
        }
    }

    private void act(XaVerb verb, int code, BranchTruth branch, XaEffects.Call effect) {
        switch (claim(verb, code)) {
            case ROLLED_BACK -> rollBack(verb, code, branch);
            case OWN -> resource.decide(branch, code);
            case MISSING -> miss(verb, branch);
            case DONE -> effect.runQuietly();
            case GIVEN_UP -> {
                if (world.chance().of(0.5)) {
                    resource.giveUp(branch);
                }
            }
            case UNDONE -> associate(verb, branch);
            case SILENT -> {
                perhaps(effect);
                associate(verb, branch);
            }
        }
    }

    private void rollBack(XaVerb verb, int code, BranchTruth branch) {
        switch (verb) {
            case START, END -> effects.marked(branch);
            case COMMIT -> {
                resource.giveUp(branch);
                branch.heuristicCode = code;
            }
            case PREPARE, COMMIT_ONE_PHASE, ROLLBACK, FORGET, RECOVER -> branch.over(Effect.ROLLED_BACK);
        }
    }

    private void miss(XaVerb verb, BranchTruth branch) {
        if (verb == XaVerb.FORGET) {
            branch.state = State.GONE;
        } else if (branch.isUnprepared()) {
            branch.over(Effect.ROLLED_BACK);
        } else {
            resource.lose(branch);
        }
    }

    /**
     * After an end that failed it is unknown whether the branch is still associated, and after a start that has worked,
     * too.
     */
    private void associate(XaVerb verb, BranchTruth branch) {
        if (verb == XaVerb.END || (verb == XaVerb.START && effects.isAtWork(branch))) {
            effects.endFailed(branch);
        }
    }

    private void perhaps(XaEffects.Call effect) {
        if (world.chance().of(0.5)) {
            effect.runQuietly();
        }
    }
}
