package dev.assent.testkit.simulation.planted;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.returns;

import dev.assent.core.participant.Answer;
import dev.assent.testkit.simulation.planted.PlantedAdvice.Skip;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.DynamicType;

/** One bug each in the classes for transactions of many nodes, which worlds of many nodes show. */
enum PlantedNodeBug implements Planted {
    /** The superior gets a vote that is not in the log. */
    VOTE_NOT_FORCED("core.transaction.Progress", "force", PlantedNodeAdvice.VoteInMemory.class, "law 18"),

    /** A commit is acknowledged though some participant has not heard of it, and nothing is on record. */
    ACKNOWLEDGED_BEFORE_THE_CHILDREN(
            "core.commit.PresumedAbortSubordinate",
            "next",
            PlantedNodeAdvice.ParkWithoutRecord.class,
            "law 9",
            "law 18",
            "atomicity"),

    /** If the superior is not reached, the subordinate concludes that it has rolled back. */
    UNREACHED_IS_ROLLED_BACK(
            "remote.subordinate.RemoteSuperior",
            "tell",
            PlantedNodeAdvice.UnansweredIsRollback.class,
            "law 9",
            "atomicity"),

    /** A participant that no longer knows its transaction is asked to commit for ever. */
    GONE_IS_ASKED_AGAIN("remote.superior.CommitEvidence", "isGone", PlantedNodeAdvice.False.class, "recovery"),

    /** Before it has read its log, a node answers by presumption. */
    ANSWERS_BEFORE_THE_LOG_IS_READ("remote.subordinate.Inflow", "isReady", PlantedNodeAdvice.True.class, "law 17"),

    /** If nothing is decided yet, the superior answers that it has rolled back. */
    UNDECIDED_IS_ROLLED_BACK(
            "remote.superior.Decisions", "of", PlantedNodeAdvice.UndecidedIsRollback.class, "law 9", "atomicity"),

    /**
     * The name of a subordinate has neither epoch nor number, so that its superior does not notice when it has lost its
     * work.
     */
    INCARNATION_WITHOUT_EPOCH(
            "core.transaction.GlobalTransaction", "incarnation", PlantedNodeAdvice.OneForAll.class, "law 15"),

    /** If a node does not know the subordinate that should vote, it answers that there was nothing to do. */
    LOST_INCARNATION_IS_READ_ONLY("remote.subordinate.SubordinateDesk", "law 15") {
        @Override
        public DynamicType.Builder<?> plant(DynamicType.Builder<?> builder) {
            return builder.visit(Advice.to(PlantedNodeAdvice.UnknownIsReadOnly.class)
                    .on(named("ofUnknown").and(returns(named(Answer.class.getName())))));
        }
    },

    /** A call whose reply is lost does not keep its transaction from being committed. */
    LOST_REPLY_IGNORED("remote.superior.Outflow", "isLost", PlantedNodeAdvice.False.class, "law 16"),

    /** A transaction is ended, or asked for its vote, while calls are under way. */
    CALLS_UNDER_WAY_IGNORED("core.transaction.Gate", "calls", PlantedNodeAdvice.None.class, "law 16"),

    /** Only the first reply names the subordinate that has done the work. */
    REGISTRATION_TOLD_ONCE("remote.subordinate.Enrolment", "registration", PlantedNodeAdvice.Once.class, "law 16"),

    /** A context that comes home makes a subordinate of the node that began it. */
    HOME_IS_A_SUBORDINATE("remote.subordinate.Inflow", "isHome", PlantedNodeAdvice.False.class, "law 14"),

    /** A superior whose decision an operator has contradicted in its place hears that it was followed. */
    CONTRADICTION_IS_DONE("core.transaction.KnownAnswers", "to", PlantedNodeAdvice.HeuristicIsDone.class, "law 12"),

    /** Nobody tells a subordinate's synchronizations that all is over. */
    SYNCHRONIZATIONS_NOT_TOLD(
            "core.jta.JtaTransaction", "afterCompletion", PlantedNodeAdvice.SkipSubordinates.class, "JTA"),

    /** A checkpoint has only the last record of each transaction. */
    CHECKPOINT_OF_LAST_RECORDS("core.log.LiveRecord", "write", PlantedNodeAdvice.OnlyTheLast.class, "law 4"),

    /** If the answer to a one-phase commit is lost, the node concludes that it was not done. */
    ONE_PHASE_LOST_IS_UNDONE(
            "remote.superior.RemoteParticipant",
            "onePhase",
            PlantedNodeAdvice.HazardIsRetry.class,
            "atomicity",
            "law 9"),

    /** A subordinate that said that it can't do as decided, and then confirms, counts as having done so. */
    CONFIRMATION_AFTER_A_CLAIM_IS_BELIEVED(
            "remote.superior.CommitEvidence", "finished", PlantedNodeAdvice.HazardIsDone.class, "law 12"),

    /** That a subordinate says that it can't do as decided is no news. */
    CLAIM_NOT_RECORDED("remote.superior.CommitEvidence", "finished", PlantedNodeAdvice.ClaimIsRetry.class, "law 12"),

    /** A subordinate's synchronizations are not asked for before phase one. */
    NO_ROUND_OF_SYNCHRONIZATIONS(
            "core.transaction.Participants", "synchronizing", PlantedNodeAdvice.Nobody.class, "law 19"),

    /**
     * The superior does not know of a subordinate's synchronizations. So it does not ask for them, and they do not run
     * inside prepare.
     */
    SYNCHRONIZATIONS_UNKNOWN("core.jta.JtaTransaction", "hasSynchronizations", PlantedNodeAdvice.False.class, "law 19"),

    /**
     * If the answer to a registration by a message of its own is lost, the node concludes that the registration has
     * arrived.
     */
    LOST_REGISTRATION_IGNORED(
            "remote.subordinate.Enrolment",
            "hear",
            PlantedNodeAdvice.NothingFailed.class,
            "law 16",
            "atomicity",
            "law 19"),

    /**
     * When a client ends its transaction, the coordinator ignores the registrations that the client has brought home.
     */
    CLIENTS_REGISTRATIONS_LEFT_OUT(
            "remote.message.Request$End", "registrations", PlantedNodeAdvice.Nobody.class, "atomicity"),

    /** A client hears that its transaction was rolled back when no node knows that any more. */
    OUTCOME_PRESUMED_FOR_CLIENTS(
            "remote.subordinate.BegunTransactions", "ofOver", PlantedNodeAdvice.UnknownIsRollback.class, "clients"),

    /** A client that wants the decision alone gets it, though a participant is known to have done otherwise. */
    DECISION_TOLD_AGAINST_BETTER_KNOWLEDGE(
            "core.transaction.Participants", "anyAgainst", PlantedNodeAdvice.False.class, "law 12"),

    /** Any process that wants to end a client's transaction counts as that client. */
    ANYBODY_IS_THE_CLIENT("remote.transport.Caller", "isSame", PlantedNodeAdvice.True.class, "law 22"),

    /** The Xids of a foreign transaction's branches, which have no room for its name, are not known to be its own. */
    FOREIGN_BRANCHES_UNKNOWN("core.transaction.Coordinator", "index", Skip.class, "law 9"),

    /** An onlooker gets the answer that it is registered, and is forgotten. */
    ONLOOKERS_FORGOTTEN("remote.superior.Outflow", "lookOn", Skip.class, "law 19"),

    /** Any process that asks counts as the superior. */
    ANYBODY_IS_THE_SUPERIOR("remote.subordinate.SubordinateDesk", "isSuperior", PlantedNodeAdvice.True.class, "law 22"),

    /** A prepared subordinate never asks for the decision. */
    NEVER_ASKS("core.recovery.Inquiries", "ask", Skip.class, "recovery", "law 9"),

    /** News that a superior has restarted is an order to roll back. */
    NEWS_IS_AN_ORDER(
            "core.transaction.Subordinate",
            "inquireAfterRestart",
            PlantedNodeAdvice.RollBackUnasked.class,
            "law 9",
            "law 12",
            "atomicity"),

    /** Any node may announce the restart of any other. */
    ANYBODY_TELLS_OF_RESTARTS(
            "remote.subordinate.RestartedSuperiors", "isItself", PlantedNodeAdvice.True.class, "law 22"),

    /** That a superior has decided otherwise than an operator here is not put on record. */
    CONTRADICTION_NOT_RECORDED("core.transaction.InPlace", "isToBeRecorded", PlantedNodeAdvice.False.class, "law 12"),

    /** The node forgets an operator's act in place of a superior before the superior has confirmed it. */
    RESOLUTION_NOT_KEPT("core.transaction.InPlace", "isKeptForSuperior", PlantedNodeAdvice.False.class, "law 12"),

    /** A start does not read an operator's resolutions. */
    RESOLUTION_NOT_READ("core.transaction.Restoration", "resolution", Skip.class, "law 12"),

    /** A node answers by presumption for transactions of other nodes, and of lives that are still to come. */
    PRESUMES_FOR_OTHERS(
            "core.transaction.Coordinator", "knowsAllOf", PlantedNodeAdvice.True.class, "law 9", "law 17", "atomicity"),

    /** A node that has adopted another one answers for it by presumption, though the other's log may not be whole. */
    PRESUMES_WITHOUT_THE_WHOLE_LOG(
            "core.transaction.Coordinator", "knowsAllOf", PlantedNodeAdvice.TrueOfTheAdopted.class, "law 17"),

    /** The node treats an adopted log as the last one, though the operator does not vouch for it. */
    OLD_COPY_IS_TAKEN_FOR_WHOLE(
            "core.operator.AdoptedLog", "of", PlantedNodeAdvice.Vouched.class, "law 9", "atomicity"),

    /** A start does not read the records that came from the log of an adopted node. */
    ADOPTED_RECORDS_NOT_READ(
            "core.transaction.Restoration", "record", PlantedNodeAdvice.SkipAdopted.class, "law 5", "law 9"),

    /** The thread that brings the last answer does all that follows. */
    LAST_ANSWER_DOES_ALL("core.transaction.Progress", "isEnd", PlantedNodeAdvice.True.class, "threads"),

    /** The thread that brings the reason for work does the work itself, in place of a worker. */
    NO_WORKER("core.transaction.Progress", "background", PlantedNodeAdvice.AtOnce.class, "threads");

    private final Spot spot;

    PlantedNodeBug(String type, String method, Class<?> advice, String... laws) {
        this.spot = new Spot(type, method, advice, List.of(laws));
    }

    PlantedNodeBug(String type, String... laws) {
        this(type, "", Void.class, laws);
    }

    @Override
    public Spot spot() {
        return spot;
    }

    @Override
    public String run() {
        return "runNodes";
    }
}
