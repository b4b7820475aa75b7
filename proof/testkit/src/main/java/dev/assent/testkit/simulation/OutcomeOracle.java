package dev.assent.testkit.simulation;

import dev.assent.core.log.RecordKind;
import dev.assent.core.transaction.Outcome;
import dev.assent.testkit.simulation.BranchTruth.Effect;
import dev.assent.testkit.simulation.BranchTruth.State;
import dev.assent.testkit.simulation.TransactionTruth.Wish;

/** Judges what clients and timers hear about the end of a transaction, when they hear it. Not thread-safe. */
final class OutcomeOracle {
    private final World world;
    private final Ledger ledger;
    private final IncarnationOracle incarnations;
    private final RemoteCallOracle remoteCalls;
    private final AnswerOracle answers;

    OutcomeOracle(World world, IncarnationOracle incarnations, RemoteCallOracle remoteCalls, AnswerOracle answers) {
        this.world = world;
        this.ledger = world.ledger();
        this.incarnations = incarnations;
        this.remoteCalls = remoteCalls;
        this.answers = answers;
    }

    /** A client, or the timer, gets an outcome. */
    void told(TransactionTruth truth, NodeLife life, Outcome outcome) {
        world.history().mix(outcome.ordinal());
        if (world.history().isRecorded()) {
            world.history().line("told " + outcome + ": " + truth);
        }
        if (truth.told != null) {
            ledger.broken("once", "an outcome is reported again, " + outcome + ": " + truth);
        }
        truth.told = outcome;
        judge(truth, life, outcome);
    }

    /** A client that got a decision asks again, and hears that a participant has done otherwise. */
    void toldBetter(TransactionTruth truth, NodeLife life, Outcome outcome) {
        world.history().mix(outcome.ordinal());
        if (world.history().isRecorded()) {
            world.history().line("told again " + outcome + ": " + truth);
        }
        truth.told = outcome;
        judge(truth, life, outcome);
    }

    /** The timer gets the outcome of the transaction that it rolled back. */
    void expired(TransactionTruth truth, NodeLife life, Outcome outcome) {
        ledger.saw(Sight.TIMED_OUT);
        if (world.history().isRecorded()) {
            world.history().line("timer told " + outcome + ": " + truth);
        }
        if (truth.isExpired) {
            ledger.broken("once", "the timer hears an outcome again, " + outcome + ": " + truth);
        }
        truth.isExpired = true;
        if (outcome == Outcome.COMMITTED) {
            ledger.broken("law 20", "committed after its timeout: " + truth);
        }
        judge(truth, life, outcome);
    }

    /** A foreign transaction manager tells the outcome to its own client. */
    void toldAbroad(TransactionTruth truth, boolean isCommit) {
        Outcome outcome = isCommit ? Outcome.COMMITTED : Outcome.ROLLED_BACK;
        world.history().mix(outcome.ordinal());
        if (world.history().isRecorded()) {
            world.history().line("told abroad " + outcome + ": " + truth);
        }
        truth.told = outcome;
        if (isCommit) {
            judgeCommitted(truth);
        } else {
            judgeRolledBack(truth);
        }
    }

    private void judge(TransactionTruth truth, NodeLife life, Outcome outcome) {
        switch (outcome) {
            case COMMITTED -> {
                judgeCommitted(truth);
                judgeHeard(truth, life);
            }
            case ROLLED_BACK -> {
                judgeRolledBack(truth);
                judgeAgainst(truth, life);
            }
            case UNKNOWN -> judgeUnknown(truth, life);
            case PENDING -> ledger.broken("once", "PENDING was reported: " + truth);
            default -> judgeHeuristic(truth, life);
        }
    }

    private void judgeCommitted(TransactionTruth truth) {
        ledger.saw(Sight.COMMITTED);
        incarnations.committed(truth);
        remoteCalls.committed(truth);
        answers.committed(truth);
        if (truth.wish != Wish.COMMIT) {
            ledger.broken("atomicity", "COMMITTED was reported, the wish was " + truth.wish + ": " + truth);
        }
        if (truth.isTimedOut()) {
            ledger.broken("law 20", "COMMITTED was reported after the timeout: " + truth);
        }
        if (truth.onlookers > 0 || truth.synchronizations.stream().anyMatch(VisitSynchronization::isToRun)) {
            ledger.broken("law 19", "COMMITTED was reported, and a synchronization has not run: " + truth);
        }
        boolean hasPrepared = false;
        boolean hasObeyed = false;
        for (BranchTruth branch : truth.branches) {
            hasPrepared |= branch.hasVoted;
            hasObeyed |= branch.hasVoted && !branch.isOwn && truth.inPlace(branch) == null;
            if (branch.effect == Effect.ROLLED_BACK && truth.isAsDecided(branch)) {
                ledger.broken("atomicity", "COMMITTED was reported, " + branch + " is rolled back: " + truth);
            }
            if (branch.isUnprepared()) {
                ledger.broken("atomicity", "COMMITTED was reported, " + branch + " was never asked: " + truth);
            }
        }
        int decisions = truth.isDistributed ? truth.deciders : truth.decisions;
        int least = hasObeyed ? 1 : 0; // all may commit by themselves, or by operators
        int most = hasPrepared ? 1 : 0;
        if (decisions < least || decisions > most) {
            ledger.broken("law 4", decisions + " decisions were written: " + truth);
        }
    }

    private void judgeHeard(TransactionTruth truth, NodeLife life) {
        judgeContradicted(truth, life);
        for (BranchTruth branch : truth.branches) {
            if (branch.state == State.PREPARED && !ledger.isDecided(truth, life)) {
                ledger.broken(
                        "law 4", "COMMITTED was reported, " + branch + " is prepared, and no decision is durable");
            }
            if (branch.heardBy == life && (branch.isLost || branch.effect != Effect.COMMITTED)) {
                ledger.broken(
                        branch.heuristicCode == 0 ? "law 11" : "law 12",
                        "COMMITTED was reported though the node has heard of " + branch + ": " + truth);
            }
        }
    }

    private void judgeRolledBack(TransactionTruth truth) {
        ledger.saw(Sight.ROLLED_BACK);
        if (truth.decisions > 0) {
            ledger.broken("law 8", "ROLLED_BACK was reported though a decision was written: " + truth);
        }
        for (BranchTruth branch : truth.branches) {
            if (branch.effect == Effect.COMMITTED && truth.isAsDecided(branch)) {
                ledger.broken("atomicity", "ROLLED_BACK was reported, " + branch + " is committed: " + truth);
            }
        }
        if (truth.heuristicRecords > 0 && truth.branches.stream().allMatch(truth::isAsDecided)) {
            ledger.broken("law 4", "a rollback has written a record: " + truth);
        }
    }

    /** Law 12: if a subordinate has said that it did otherwise, the client hears of it. */
    private void judgeContradicted(TransactionTruth truth, NodeLife life) {
        if (truth.contradicted == life) {
            ledger.broken(
                    "law 12", truth.told + " was reported though the node has heard of another outcome: " + truth);
        }
    }

    private void judgeAgainst(TransactionTruth truth, NodeLife life) {
        judgeContradicted(truth, life);
        for (BranchTruth branch : truth.branches) {
            boolean isAgainst = branch.effect == Effect.COMMITTED || branch.effect == Effect.MIXED;
            if (branch.heardBy == life && isAgainst) {
                ledger.broken(
                        "law 12", "ROLLED_BACK was reported though the node has heard of " + branch + ": " + truth);
            }
        }
    }

    private void judgeUnknown(TransactionTruth truth, NodeLife life) {
        ledger.saw(Sight.UNKNOWN);
        truth.unknownTo = life;
        if (!life.hasLogFailed() && !life.hasLogRefused()) {
            ledger.broken("law 8", "UNKNOWN was reported though the log works: " + truth);
        }
        if (life.isRunning()) {
            ledger.broken("law 8", "UNKNOWN was reported and the node takes transactions: " + truth);
        }
    }

    private void judgeHeuristic(TransactionTruth truth, NodeLife life) {
        ledger.saw(Sight.HEURISTIC);
        if (!truth.hasCause
                && !truth.isResolvedInPlace()
                && truth.branches.stream().noneMatch(each -> each.isOwn)) {
            ledger.broken("law 12", "a heuristic outcome was reported without any cause: " + truth);
        }
        DurableRecords.Found found = life.durable().of(truth.global);
        boolean isOnRecord = found != null && found.kind() == RecordKind.HEURISTIC;
        truth.wasInDoubt =
                truth.isFoundByMarker || (truth.isAnnounced && !isOnRecord); // an operator may have been faster
        if (truth.wasInDoubt) {
            ledger.saw(Sight.IN_DOUBT);
        } else if (!isOnRecord && !truth.isForgotten) { // an operator that forgets it need not wait for the client
            ledger.broken("law 12", "a heuristic outcome was reported before it is durable: " + truth);
        }
    }
}
