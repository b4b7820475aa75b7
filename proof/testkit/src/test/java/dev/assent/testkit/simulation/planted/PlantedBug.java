package dev.assent.testkit.simulation.planted;

import static net.bytebuddy.matcher.ElementMatchers.any;
import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.named;

import dev.assent.NodeId;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.ForceReply;
import dev.assent.core.log.Storage;
import dev.assent.core.log.Storage.StoredFile;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.MemberSubstitution;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/** One bug each, in one class of core, which worlds of one node show. */
enum PlantedBug implements Planted {
    /** The log says that a record is durable and has not forced it. */
    DECISION_NOT_FORCED("log.FileDecisionLog", "force", PlantedAdvice.ForceNothing.class, "law 4"),

    /** Commit is asked of the participants though no decision was written. */
    DECISION_NOT_WRITTEN("transaction.Progress", "force", PlantedAdvice.DecideInMemory.class, "law 7"),

    /** The end record is written when the decision is durable, before any branch has committed. */
    END_BEFORE_COMMITS("transaction.Participants", "isAllFinished", PlantedAdvice.EndBeforeCommits.class, "law 5"),

    /** Recovery takes transactions under way for unknown, and rolls their branches back. */
    ORPHAN_IN_THE_RUNNING_EPOCH("transaction.Coordinator", "find", PlantedAdvice.KnowOnlyTheParked.class, "law 9"),

    /** A start acts on the records that it could read, and takes an epoch, before either is forced. */
    TAIL_NOT_FORCED_BEFORE_USE("log.SegmentWriter", "law 2", "law 7") {
        @Override
        public DynamicType.Builder<?> plant(DynamicType.Builder<?> builder) {
            return builder.visit(Advice.to(PlantedAdvice.Beginning.class).on(named("begin")))
                    .visit(replace(named("force"), "forceUnlessBeginning", StoredFile.class)
                            .on(named("write")));
        }
    },

    /** The checksums of sectors are not looked at. */
    ROT_NOT_SEEN("log.Sector", "isSound", PlantedNodeAdvice.True.class, "law 5"),

    /** A copied folder is opened as if it were the original. */
    CLONE_KEEPS_ITS_IDENTITY("log.LogOpening", "law 2") {
        @Override
        public DynamicType.Builder<?> plant(DynamicType.Builder<?> builder) {
            return builder.visit(replace(named("equals"), "isSamePlace", String.class, Object.class)
                    .on(named("open")));
        }
    },

    /** A participant that refuses to prepare does not keep the others from committing. */
    REFUSED_VOTE_IGNORED("transaction.Verdict", "ofPrepare", PlantedAdvice.Agree.class, "atomicity", "XA"),

    /** Commit is decided although the timeout was first. */
    DECIDED_AFTER_THE_TIMEOUT("transaction.Progress", "decide", PlantedAdvice.DecideAfterTheTimeout.class, "law 20"),

    /** The timeout rolls back a decided transaction. The table of the protocol refuses that, so the node fails. */
    TIMEOUT_AFTER_THE_DECISION(
            "transaction.Gate", "expire", PlantedAdvice.ExpireTheDecided.class, "no law", "law 8", "law 9"),

    /** The node treats XAER_NOTA on the first commit as success. */
    NOTA_ON_FIRST_COMMIT_IS_DONE("xa.XaCodes", "meaning", PlantedAdvice.NotaIsDone.class, "law 11"),

    /**
     * If a prepared branch is gone at its rollback, the node concludes that it has rolled back, though no rollback was
     * sent before.
     */
    ABSENCE_IS_A_ROLLBACK("xa.XaBranch", "isOthersWork", PlantedAdvice.Skip.class, "law 12"),

    /** If a branch is gone, the node concludes that it has committed, though no commit was sent before. */
    ABSENCE_IS_A_COMMIT("xa.XaBranch", "commit", PlantedAdvice.AbsentIsDone.class, "law 11"),

    /** The node treats a commit whose fate is unknown as done. */
    RMFAIL_IN_PHASE_TWO_IS_DONE("xa.XaCodes", "meaning", PlantedAdvice.RmfailIsDone.class, "law 5", "atomicity"),

    /** The node treats a one-phase commit whose fate is unknown as rolled back. */
    ONE_PHASE_RMFAIL_IS_ROLLED_BACK(
            "xa.XaCodes", "meaning", PlantedAdvice.OnePhaseRmfailIsRolledBack.class, "atomicity", "law 11"),

    /** A rollback whose fate is unknown counts as done, and is left to the recovery of orphans. */
    RMFAIL_IN_ROLLBACK_IS_DONE("xa.XaCodes", "meaning", PlantedAdvice.RmfailInRollbackIsDone.class, "law 11"),

    /** A branch that has confirmed its commit is asked again. */
    COMMITTED_BRANCH_ASKED_AGAIN("xa.XaBranch", "commit", PlantedAdvice.DoneIsRetry.class, "XA"),

    /** A branch that has voted read-only, and so is over, takes part in phase two. */
    READ_ONLY_IS_PREPARED("xa.XaBranch", "prepare", PlantedAdvice.ReadOnlyIsPrepared.class, "XA"),

    /** If a resource answers a commit by "rolled back", the node treats the commit as done. */
    ROLLED_BACK_IN_PHASE_TWO_IS_DONE(
            "xa.XaCodes", "meaning", PlantedAdvice.RolledBackInPhaseTwoIsDone.class, "law 12", "atomicity"),

    /**
     * If a resource says that it can't keep its promise, the node asks it again, and believes that the branch has ended
     * when the resource no longer lists it.
     */
    RMERR_IN_PHASE_TWO_IS_RETRIED("xa.XaCodes", "meaning", PlantedAdvice.RmerrInPhaseTwoIsRetried.class, "law 12"),

    /** If the answer to an end says that the work was rolled back, the node ignores it. */
    ROLLED_BACK_AT_END_IS_IGNORED("xa.XaCodes", "meaning", PlantedAdvice.RolledBackAtEndIsDone.class, "XA"),

    /** If a one-phase commit is answered by a code of no standard, the node treats it as rolled back. */
    ONE_PHASE_STRANGE_CODE_IS_ROLLED_BACK(
            "xa.XaCodes", "meaning", PlantedAdvice.OnePhaseStrangeCodeIsRolledBack.class, "atomicity"),

    /** A list is given up at the first Xid that the driver could not read. */
    UNREADABLE_XID_ENDS_THE_LIST("xa.InDoubtList", "partsOf", PlantedAdvice.AllAreWhole.class, "recovery"),

    /** The caller gets a heuristic outcome before the log has forced it. */
    HEURISTIC_NOT_FORCED("transaction.Progress", "force", PlantedAdvice.HeuristicNotForced.class, "law 12"),

    /** After a failed force the node concludes that the decision was never made. */
    FAILED_FORCE_ROLLS_BACK(
            "transaction.ForcedRecord", "forced", PlantedAdvice.FailedForceRollsBack.class, "law 8", "law 9"),

    /** The node treats a failed force as a successful one. */
    FAILED_FORCE_IS_DURABLE("log.GroupForce", "write", PlantedAdvice.FailedForceIsDurable.class, "law 4", "law 7"),

    /** A start uses the epoch of the last one again. */
    EPOCH_NOT_INCREMENTED("log.LogOpening", "nextLife", PlantedAdvice.SameEpoch.class, "law 2"),

    /** Recovery takes a branch for gone that was parked after its resource had been listed. */
    ABSENCE_FROM_AN_OLDER_LIST(
            "recovery.Orphans",
            "find",
            PlantedAdvice.NoteTheParkedAfterTheListing.class,
            "law 5",
            "law 9",
            "atomicity"),

    /** The node rolls orphans back before it has read its log. */
    LOG_NOT_READ("transaction.Coordinator", "restore", PlantedAdvice.NothingRestored.class, "law 5", "law 9"),

    /** Several participants are each asked to commit in one phase. */
    ONE_PHASE_FOR_MANY(
            "transaction.Participants", "canOnePhase", PlantedAdvice.OnePhaseForMany.class, "atomicity", "law 13"),

    /** Recovery takes the branches of other nodes for its own. */
    BRANCHES_OF_OTHERS("recovery.Claims", "law 9") {
        @Override
        public DynamicType.Builder<?> plant(DynamicType.Builder<?> builder) {
            return builder.visit(replace(named("equals"), "isSameNode", NodeId.class, Object.class)
                    .on(any()));
        }
    },

    /** Recovery rolls back branches that it does not understand. */
    NOTHING_LEFT_ALONE("recovery.Claims", "whyLeftAlone", PlantedAdvice.Skip.class, "law 10"),

    /** A checkpoint, and so a start, leaves out the earlier records of the log. */
    CHECKPOINT_WITHOUT_LIVE_RECORDS("log.LiveRecords", "writeAlive", PlantedAdvice.Skip.class, "law 4", "law 7"),

    /** If an older copy of the log has lost a life, the node takes that life for the log's own life of that epoch. */
    MARKS_NOT_COMPARED("log.Lives", "contains", PlantedAdvice.EpochIsEnough.class, "law 9"),

    /** A last resource is asked before the record that says so is written. */
    LAST_RESOURCE_NOT_ANNOUNCED("transaction.Progress", "force", PlantedAdvice.AnnounceInMemory.class, "law 13"),

    /** A start presumes that a transaction was rolled back whose last resource had been asked. */
    LAST_RESOURCE_PRESUMED_ABORTED("transaction.Rebuilt", "fromLog", PlantedAdvice.PresumeAbortOfLast.class, "law 13"),

    /** If a last resource's answer is lost, the node concludes that it has rolled back. */
    LAST_RESOURCE_LOST_ANSWER_IS_ROLLBACK(
            "local.LocalParticipant", "commitWork", PlantedAdvice.HazardIsRollback.class, "law 13", "atomicity"),

    /** A commit marker is removed while its transaction may still be asked for. */
    MARKERS_REMOVED_EARLY("recovery.CommitMarkers", "clean", PlantedAdvice.AllAreOver.class, "law 13"),

    /** An operator's act is carried out before its record is durable. */
    ACT_NOT_FORCED("operator.ForcedAct", "law 10", "law 12") {
        @Override
        public DynamicType.Builder<?> plant(DynamicType.Builder<?> builder) {
            return builder.visit(replace(named("force"), "forceNever", DecisionLog.class, long.class, ForceReply.class)
                    .on(named("force")));
        }
    },

    /** An operator may resolve the branches of a node that is not adopted, and may be alive. */
    RESOLVED_WITHOUT_ADOPTION("operator.Resolver", "check", PlantedAdvice.Skip.class, "law 9"),

    /** Ended transactions stay in the log. */
    END_NOT_RECORDED("log.Journal", "release", PlantedAdvice.Skip.class, "law 5"),

    /** The end records of an idle node are never forced, so a crash brings its transactions back. */
    IDLE_RECORDS_NOT_FORCED("log.IdleFlush", "tick", PlantedAdvice.Skip.class, "law 5"),

    /** A log that is closed gives its folder to others before it has written the last of it. */
    FOLDER_GIVEN_BACK_EARLY("log.FileDecisionLog", "close", PlantedAdvice.GiveBackFirst.class, "law 3"),

    /** A log that is closed keeps its folder. */
    FOLDER_KEPT("log.FileDecisionLog", "law 3") {
        @Override
        public DynamicType.Builder<?> plant(DynamicType.Builder<?> builder) {
            return builder.visit(MemberSubstitution.relaxed()
                    .method(named("close").and(isDeclaredBy(Storage.class)))
                    .stub()
                    .on(named("close")));
        }
    },

    /** The thread that leads a force does not look for callers that came meanwhile. */
    WAITERS_LEFT_BEHIND("log.GroupForce", "law 6") {
        @Override
        public DynamicType.Builder<?> plant(DynamicType.Builder<?> builder) {
            return builder.visit(
                    MemberSubstitution.relaxed().method(named("size")).stub().on(named("handOver")));
        }
    },

    /** The lead of the forces is never given back. */
    LEAD_KEPT("log.GroupForce", "retire", PlantedAdvice.Skip.class, "law 6"),

    /** A force serves only the first of the waiting callers. */
    ONE_FORCE_FOR_EACH("log.ForceQueue", "moveCovered", PlantedAdvice.ServeOnlyTheFirst.class, "law 6"),

    /** Every connection joins the branch that its transaction has already, whatever its resource can do. */
    JOINED_ANYWHERE("xa.XaBranch", "canJoin", PlantedAdvice.JoinAlways.class, "law 21"),

    /** Work is interrupted and ended at once, even if no thread can come back to it. */
    ENDS_LATE_IGNORED("xa.XaAssociation", "law 21") {
        @Override
        public DynamicType.Builder<?> plant(DynamicType.Builder<?> builder) {
            return builder.visit(MemberSubstitution.relaxed()
                    .field(named("endsLate"))
                    .onRead()
                    .stub()
                    .on(named("end").or(named("resume"))));
        }
    },

    /** A thread that leaves its transaction interrupts the work of its connections. */
    SUSPEND_ENDS_WORK("jta.NodeTransactionManager", "suspend", PlantedAdvice.InterruptAll.class, "law 21"),

    /** The failure of a branch is lost. */
    PROBLEM_FORGOTTEN("xa.XaBranch", "problem", PlantedAdvice.NoProblem.class, "errors"),

    /** An application hears of one failure, and not of those of other participants. */
    FAILURES_NOT_TOLD("jta.Outcomes", "addFailures", PlantedAdvice.Skip.class, "errors");

    private final Spot spot;

    PlantedBug(String type, String method, Class<?> advice, String... laws) {
        this.spot = new Spot("core." + type, method, advice, List.of(laws));
    }

    PlantedBug(String type, String... laws) {
        this(type, "", Void.class, laws);
    }

    @Override
    public Spot spot() {
        return spot;
    }

    @Override
    public String run() {
        return "run";
    }

    private static MemberSubstitution replace(
            ElementMatcher<? super MethodDescription> call, String replacement, Class<?>... parameters) {
        try {
            return MemberSubstitution.relaxed()
                    .method(isDeclaredBy(ElementMatchers.<TypeDescription>is(parameters[0]))
                            .and(call))
                    .replaceWith(PlantedAdvice.class.getMethod(replacement, parameters));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }
}
