package dev.assent.core.subordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.commit.Verb;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.LateDispatcher;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.RecordingSuperior;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.Durability;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import dev.assent.core.transaction.Descriptions;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.transaction.Superior;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A node with a transaction that came from another process: laws 14 to 20, as far as one process sees them. */
@Fast
class SubordinateTest {
    private static final TransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(8, 9), 3, 0), 7);
    private static final TransactionId STRANGERS = new ForeignTransactionId(
            42,
            "urn:a-transaction-of-somebody-else:with-a-name-longer-than-an-xid-has-room-for/0123456789"
                    .getBytes(StandardCharsets.UTF_8));

    private final EventList events = new EventList();
    private final SimulatedDisk disk = new SimulatedDisk();
    private final RecordingResource orders = new RecordingResource("orders", events);
    private final RecordingResource payments = new RecordingResource("payments", events);
    private final RecordingSuperior superior = new RecordingSuperior(events);
    private final List<Answer> answers = new ArrayList<>();

    /** The exceptions of background work. */
    private final List<RuntimeException> thrown = new ArrayList<>();

    private TestNode node = start();

    private TestNode start() {
        return start(superior.descriptions());
    }

    private TestNode start(Descriptions descriptions) {
        TestNode started = TestNode.builder()
                .events(events)
                .disk(disk)
                .descriptions(descriptions)
                .background(this::inBackground)
                .open();
        started.register(orders);
        started.register(payments);
        return started;
    }

    private void inBackground(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException bug) {
            thrown.add(bug);
        }
    }

    /** The node ends and starts again; its resources lose unprepared work. */
    private void restart() {
        node.close();
        orders.restart();
        payments.restart();
        events.clear();
        node = start();
    }

    @AfterEach
    void closeNode() {
        node.close();
    }

    private JtaTransaction join(TransactionId id) {
        return node.inflow().join(id, 60_000, superior);
    }

    private JtaTransaction joinOn(TransactionId id, RecordingResource... all) throws Exception {
        JtaTransaction joined = join(id);
        for (RecordingResource each : all) {
            joined.enlistResource(each.connect());
        }
        return joined;
    }

    private Subordinate subordinate(TransactionId id) {
        return Objects.requireNonNull(node.coordinator().subordinate(id));
    }

    private static Answer told(List<Answer> late, Answer now) {
        if (now != Answer.PENDING) {
            late.add(now);
        }
        return late.isEmpty() ? Answer.PENDING : late.get(late.size() - 1);
    }

    private Answer prepare(Subordinate asked) {
        answers.clear();
        return told(answers, asked.prepare(answers::add));
    }

    private Answer commit(Subordinate asked) {
        answers.clear();
        return told(answers, asked.commit(answers::add));
    }

    private Answer rollback(Subordinate asked) {
        answers.clear();
        return told(answers, asked.rollback(answers::add));
    }

    private Answer onePhase(Subordinate asked) {
        answers.clear();
        return told(answers, asked.commitOnePhase(answers::add));
    }

    /** Prepared on both resources. */
    private Subordinate prepared(TransactionId id) throws Exception {
        joinOn(id, orders, payments);
        Subordinate asked = subordinate(id);
        assertThat(prepare(asked)).isEqualTo(Answer.PREPARED);
        events.clear();
        return asked;
    }

    private List<TransactionId> inDoubtAtOrders() throws XAException {
        Xid[] listed = orders.connect().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
        return Arrays.stream(listed)
                .map(xid -> Objects.requireNonNull(BranchXid.of(xid)).transaction())
                .toList();
    }

    // ---- the votes

    @Test
    void aVoteIsForcedWithItsSuperiorAndTheWordIsNot() throws Exception {
        joinOn(ID, orders, payments);
        Subordinate asked = subordinate(ID);
        assertThat(prepare(asked)).isEqualTo(Answer.PREPARED);
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
        events.assertExactly(
                "orders.start",
                "payments.start",
                "orders.end(TMSUCCESS)",
                "orders.prepare",
                "payments.end(TMSUCCESS)",
                "payments.prepare",
                "log.append(PREPARED)",
                "log.force",
                "orders.commit",
                "payments.commit",
                "log.release");
        assertThat(node.coordinator().find(ID)).isNull();
    }

    @Test
    void whatOnlyReadsIsOverWithItsVoteAndForcesNothing() throws Exception {
        joinOn(ID, orders, payments);
        orders.votes(XAResource.XA_RDONLY);
        payments.votes(XAResource.XA_RDONLY);
        Subordinate asked = subordinate(ID);
        assertThat(prepare(asked)).isEqualTo(Answer.READ_ONLY);
        assertThat(events.count("force")).isZero();
        assertThat(node.coordinator().find(ID)).isNull();
        assertThat(rollback(asked)).as("the others rolled back").isEqualTo(Answer.DONE);
    }

    @Test
    void withoutParticipantsTheVoteIsReadOnly() {
        join(ID);
        assertThat(prepare(subordinate(ID))).isEqualTo(Answer.READ_ONLY);
        assertThat(events.all()).isEmpty();
    }

    @Test
    void aParticipantThatRefusesRollsAllBackAndForcesNothing() throws Exception {
        joinOn(ID, orders, payments);
        payments.fails(XaVerb.PREPARE, XAException.XA_RBDEADLOCK);
        Subordinate asked = subordinate(ID);
        assertThat(prepare(asked)).isEqualTo(Answer.ROLLED_BACK);
        assertThat(events.all()).contains("orders.rollback");
        assertThat(events.count("force")).isZero();
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_ROLLBACK);
    }

    @Test
    void aMarkIsAVoteAgainst() throws Exception {
        joinOn(ID, orders).setRollbackOnly();
        assertThat(prepare(subordinate(ID))).isEqualTo(Answer.ROLLED_BACK);
        assertThat(events.count("prepare")).isZero();
    }

    @Test
    void whatIsAskedAgainIsAnsweredAgain() throws Exception {
        Subordinate asked = prepared(ID);
        assertThat(prepare(asked)).isEqualTo(Answer.PREPARED);
        assertThat(events.all()).isEmpty();
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
        events.clear();
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
        assertThat(events.all()).isEmpty();
    }

    /** A message that comes twice may be answered twice, and the second answer may overtake the first. */
    @ParameterizedTest
    @CsvSource({"PREPARE, READ_ONLY", "COMMIT_ONE_PHASE, DONE", "ROLLBACK, DONE", "COMMIT, HEURISTIC_ROLLBACK"})
    void oneThatIsOverIsKnownUntilThatIsTold(Verb verb, Answer expected) throws Exception {
        joinOn(ID, orders);
        if (verb == Verb.PREPARE) {
            orders.votes(XAResource.XA_RDONLY);
        }
        ask(verb, first -> {
            answers.add(first);
            answers.add(ask(verb, second -> {}));
        });
        assertThat(answers).containsExactly(expected, expected);
        assertThat(node.coordinator().subordinate(ID)).isNull();
    }

    private Answer ask(Verb verb, Reply reply) {
        Subordinate asked = subordinate(ID);
        return switch (verb) {
            case PREPARE -> asked.prepare(reply);
            case COMMIT_ONE_PHASE -> asked.commitOnePhase(reply);
            case COMMIT -> asked.commit(reply);
            case ROLLBACK -> asked.rollback(reply);
            case COMMIT_LAST -> throw new IllegalArgumentException("no superior asks for " + verb);
        };
    }

    /** Also where no thread waits: whose record was forced does not lead for the others, while more and more may come. */
    @Test
    void whoseVoteIsDurableDoesNotWaitForTheForcesOfOthers() throws Exception {
        Queue<Runnable> workers = new ArrayDeque<>();
        node.close();
        SimulatedStorage storage = disk.mount(new SplittableRandom(1));
        node = TestNode.builder()
                .log(FileDecisionLog.open(
                        storage, new LogOptions(LogOptions.SEGMENT_BYTES_MIN), () -> new NodeId(1, 2)))
                .descriptions(superior.descriptions())
                .background(workers::add)
                .open();
        node.register(orders);
        joinOn(ID, orders);
        joinOn(STRANGERS, orders);
        List<Answer> later = new ArrayList<>();
        subordinate(ID).prepare(answers::add);
        storage.beforeForce(() -> {
            storage.beforeForce(() -> {});
            subordinate(STRANGERS).prepare(later::add);
            workers.remove().run();
        });

        long forces = storage.forces();
        workers.remove().run();
        assertThat(answers).containsExactly(Answer.PREPARED);
        assertThat(storage.forces() - forces).isOne();

        workers.remove().run();
        workers.remove().run();
        assertThat(later).containsExactly(Answer.PREPARED);
        assertThat(storage.forces() - forces).isEqualTo(2);
    }

    @Test
    void theLogsRefusalOfTheVoteRollsBack() throws Exception {
        joinOn(ID, orders, payments);
        node.log().refuseNextAppend();
        assertThat(prepare(subordinate(ID))).isEqualTo(Answer.ROLLED_BACK);
        assertThat(events.all()).contains("orders.rollback", "payments.rollback");
    }

    @Test
    void aVoteThatMayNotBeDurableIsNoneAndTheNodeStops() throws Exception {
        joinOn(ID, orders);
        node.log().failNextForce(Durability.UNKNOWN);
        Subordinate asked = subordinate(ID);
        assertThat(prepare(asked)).isEqualTo(Answer.REFUSED);
        assertThat(rollback(asked)).as("the next start finds out").isEqualTo(Answer.RETRY);
        assertThat(events.count("rollback")).isZero();
        assertThat(node.coordinator().isRunning()).isFalse();
    }

    // ---- the word

    @Test
    void aRollbackIsDoneInEveryStateBeforeTheWordToCommit() throws Exception {
        joinOn(ID, orders);
        assertThat(rollback(subordinate(ID))).isEqualTo(Answer.DONE);
        events.assertExactly("orders.start", "orders.end(TMFAIL)", "orders.rollback");
        assertThat(rollback(prepared(ID))).isEqualTo(Answer.DONE);
        events.assertExactly("orders.rollback", "payments.rollback", "log.release");
    }

    @Test
    void aCommitWithoutAVoteRollsBackAndSaysSo() throws Exception {
        joinOn(ID, orders);
        assertThat(commit(subordinate(ID))).isEqualTo(Answer.HEURISTIC_ROLLBACK);
        assertThat(events.count("commit")).isZero();
    }

    @Test
    void whatIsLeftOfACommitIsOnRecordBeforeItIsAcknowledged() throws Exception {
        Subordinate asked = prepared(ID);
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
        events.assertExactly("orders.commit", "payments.commit -> XAER_RMFAIL", "log.append(DECISION)", "log.force");
        restart();
        node.recovery().run(true);
        assertThat(events.all()).contains("payments.commit").doesNotContain("superior.ask");
        assertThat(payments.known()).isZero();
    }

    /** The second answer was DONE: work that its resource had lost counted for nothing, beside what another had committed. */
    @Test
    void workThatIsGoneWhenItIsToRollBackCountsBesideWhatAResourceHasCommitted() throws Exception {
        joinOn(ID, orders, payments);
        Subordinate asked = subordinate(ID);
        orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        payments.fails(XaVerb.END, XAException.XAER_RMFAIL);
        payments.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        payments.setOutage(new IOException("down"));
        assertThat(onePhase(asked)).isEqualTo(Answer.HEURISTIC_MIXED);
        payments.restart();
        payments.setOutage(null);
        node.recovery().run(true);
        assertThat(onePhase(asked)).isEqualTo(Answer.HEURISTIC_MIXED);
    }

    /** It said HEURISTIC_COMMIT, of a commit that the superior had decided, and has forgotten for the acknowledgement. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAcknowledgedCommitIsNoHeuristicWhenItsSuperiorRemembersLessOfIt(boolean isRestarted) throws Exception {
        Subordinate asked = prepared(ID);
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
        if (isRestarted) {
            restart();
        }
        assertThat(rollback(subordinate(ID))).isEqualTo(Answer.DONE);
        node.recovery().run(true);
        assertThat(events.all()).contains("payments.commit").doesNotContain("payments.rollback");
        assertThat(payments.known()).isZero();
    }

    /** An earlier life may have acknowledged the commit, so that the superior knows no more of it than to roll back. */
    @Test
    void aRollbackDuringTheCommitOfARebuiltOneIsOfASuperiorThatHasForgotten() throws Exception {
        prepared(ID);
        restart();
        answers.clear();
        superior.answers(word -> {
            word.decided(true);
            told(answers, subordinate(ID).rollback(answers::add));
        });
        node.recovery().run(true);
        assertThat(answers).containsExactly(Answer.DONE);
        assertThat(events.all()).contains("orders.commit", "payments.commit");
        assertThat(node.coordinator().parked()).isEmpty();
    }

    @Test
    void withoutThatRecordItIsNotAcknowledgedAndMayBeToldAgain() throws Exception {
        Subordinate asked = prepared(ID);
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        node.log().refuseNextAppend();
        assertThat(commit(asked)).isEqualTo(Answer.RETRY);
        assertThat(subordinate(ID).transaction().step()).isEqualTo(Step.PREPARED);
        events.clear();
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
        events.assertExactly("log.append(DECISION)", "log.force");
        node.recovery().run(true);
        assertThat(payments.known()).isZero();
    }

    @Test
    void aHeuristicOutcomeIsForcedReportedAndKept() throws Exception {
        Subordinate asked = prepared(ID);
        payments.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_MIXED);
        assertThat(events.all()).containsSubsequence("log.append(HEURISTIC)", "log.force");
        assertThat(subordinate(ID).transaction().step()).isEqualTo(Step.HEURISTIC);
        restart();
        assertThat(commit(subordinate(ID))).isEqualTo(Answer.HEURISTIC_MIXED);
        assertThat(rollback(subordinate(ID))).isEqualTo(Answer.HEURISTIC_MIXED);
    }

    @Test
    void inOnePhaseTheSubordinateDecides() throws Exception {
        joinOn(ID, orders);
        assertThat(onePhase(subordinate(ID))).isEqualTo(Answer.DONE);
        events.assertExactly("orders.start", "orders.end(TMSUCCESS)", "orders.commit(one phase)");
        events.clear();
        joinOn(ID, orders, payments);
        assertThat(onePhase(subordinate(ID))).isEqualTo(Answer.DONE);
        assertThat(events.all()).containsSubsequence("log.append(DECISION)", "log.force", "orders.commit");
    }

    @Test
    void aRefusedCommitInOnePhaseIsRolledBack() throws Exception {
        joinOn(ID, orders, payments);
        orders.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
        assertThat(onePhase(subordinate(ID))).isEqualTo(Answer.ROLLED_BACK);
    }

    // ---- time

    @Test
    void anUnpreparedOneTimesOutAndAPreparedOneNever() throws Exception {
        joinOn(ID, orders);
        Subordinate unprepared = subordinate(ID);
        node.advance(Duration.ofSeconds(61));
        assertThat(prepare(unprepared)).isEqualTo(Answer.ROLLED_BACK);
        Subordinate asked = prepared(ID);
        node.advance(Duration.ofDays(30));
        assertThat(commit(asked)).isEqualTo(Answer.DONE);
    }

    @Test
    void aTimeoutIsFinite() {
        assertThatThrownBy(() -> node.inflow().join(ID, 0, superior)).hasMessageContaining("timeout 0 ms");
    }

    // ---- identity

    @Test
    void thereIsOneSubordinateOfATransactionAndTheNextHasAnotherName() {
        JtaTransaction first = join(ID);
        assertThat(join(ID)).isSameAs(first);
        LocalTransactionId incarnation = first.engine().incarnation();
        rollback(subordinate(ID));
        JtaTransaction second = join(ID);
        assertThat(second).isNotSameAs(first);
        assertThat(second.engine().incarnation()).isNotEqualTo(incarnation);
    }

    @Test
    void aForeignIdentityHasBranchesOfThisNodeAlsoAfterACrash() throws Exception {
        Subordinate asked = prepared(STRANGERS);
        LocalTransactionId incarnation = asked.transaction().incarnation();
        assertThat(inDoubtAtOrders()).containsExactly(incarnation);
        node.recovery().run(true);
        assertThat(orders.known()).as("a pass leaves it alone").isOne();
        restart();
        node.recovery().run(true);
        assertThat(orders.known()).as("a pass after a crash leaves it alone").isOne();
        assertThat(node.coordinator().find(Objects.requireNonNull(incarnation))).isNotNull();
        superior.answers(word -> word.decided(true));
        node.recovery().run(true);
        node.recovery().run(true);
        assertThat(events.all()).contains("orders.commit", "payments.commit", "log.release");
        assertThat(node.coordinator().parked()).isEmpty();
    }

    /** As when the jar is missing that knows superiors of that kind. */
    @Test
    void theBranchesOfARecordThatIsNotUnderstoodAreLeftAlone() throws Exception {
        for (TransactionId id : List.of(ID, STRANGERS)) {
            prepared(id);
        }
        node.close();
        node = start(Descriptions.NONE);
        node.recovery().run(true);
        assertThat(orders.known() + payments.known()).isEqualTo(4);
        assertThat(events.count("rollback")).isZero();
    }

    @Test
    void anAssentIdentityIsInTheXids() throws Exception {
        prepared(ID);
        assertThat(inDoubtAtOrders()).containsExactly(ID);
    }

    // ---- after a crash

    @Test
    void withoutItsVoteOnRecordItIsRolledBack() throws Exception {
        joinOn(ID, orders, payments);
        node.log().refuseNextAppend(new IllegalStateException("the crash"));
        orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        prepare(subordinate(ID));
        restart();
        node.recovery().run(true);
        assertThat(events.all()).contains("orders.rollback").doesNotContain("superior.ask");
        assertThat(orders.known()).isZero();
    }

    @Test
    void aPreparedOneAsksItsSuperiorAndDoesWhatIsDecided() throws Exception {
        for (boolean isCommit : new boolean[] {true, false}) {
            prepared(ID);
            restart();
            superior.answers(word -> word.decided(isCommit));
            node.recovery().run(true);
            assertThat(events.all()).contains("superior.ask", isCommit ? "orders.commit" : "orders.rollback");
            assertThat(node.coordinator().parked()).isEmpty();
            assertThat(orders.known() + payments.known()).isZero();
        }
    }

    @Test
    void whileNothingIsDecidedItWaitsAndAsksWithGrowingPauses() throws Exception {
        prepared(ID);
        restart();
        superior.answers(word -> word.undecided());
        long asked = 0;
        for (int seconds = 0; seconds < 300; seconds++) {
            if (node.recovery().isWorthwhile()) {
                node.recovery().run(false);
            }
            node.advance(Duration.ofSeconds(1));
            asked = events.count("ask");
        }
        assertThat(asked).isBetween(10L, 20L);
        assertThat(orders.known()).isOne();
        superior.answers(word -> word.decided(false));
        node.advance(Duration.ofSeconds(31));
        node.recovery().run(false);
        assertThat(orders.known()).isZero();
    }

    @Test
    void aSuperiorThatIsAwayIsToldOnceAndWhenItIsBack() throws Exception {
        prepared(ID);
        restart();
        superior.answers(word -> word.unreached(new IllegalStateException("no route")));
        for (int pass = 0; pass < 5; pass++) {
            node.recovery().run(true);
        }
        assertThat(node.notices().of(4054)).singleElement().asString().contains("superior", ID.toString(), "no route");
        superior.answers(word -> word.undecided());
        node.recovery().run(true);
        node.recovery().run(true);
        assertThat(node.notices().of(4055)).hasSize(1);
        assertThat(orders.known()).isOne();
    }

    /** As one of whose processes, or endpoints, hangs while the other answers. */
    @Test
    void aSuperiorThatIsAwayForOneTransactionIsToldOnceWhateverItSaysOfOthers() throws Exception {
        prepared(ID);
        prepared(STRANGERS);
        restart();
        int[] asked = {0};
        superior.answers(word -> {
            if (asked[0]++ % 2 == 0) {
                word.undecided();
            } else {
                word.unreached(new IllegalStateException("no answer"));
            }
        });
        for (int pass = 0; pass < 5; pass++) {
            node.recovery().run(true);
        }
        assertThat(asked[0]).isEqualTo(10);
        assertThat(node.notices().of(4054)).hasSize(1);
        assertThat(node.notices().of(4055)).isEmpty();
        superior.answers(word -> word.undecided());
        node.recovery().run(true);
        node.recovery().run(true);
        assertThat(node.notices().of(4055)).hasSize(1);
    }

    @Test
    void oneThatHearsNothingAsksByItself() throws Exception {
        prepared(ID);
        superior.answers(word -> word.decided(true));
        node.recovery().run(false);
        assertThat(events.count("ask")).isZero();
        node.advance(Duration.ofSeconds(11));
        assertThat(node.recovery().isWorthwhile()).isTrue();
        node.recovery().run(false);
        assertThat(events.all()).containsSubsequence("superior.ask", "orders.commit", "payments.commit");
    }

    @Test
    void aRebuiltOneAcknowledgesACommitThoughItsResourcesAreAway() throws Exception {
        prepared(ID);
        restart();
        orders.setOutage(new IllegalStateException("down"));
        payments.setOutage(new IllegalStateException("down"));
        assertThat(commit(subordinate(ID))).isEqualTo(Answer.PENDING);
        assertThat(node.recovery().isWorthwhile()).isTrue();
        node.recovery().run(false);
        assertThat(answers).containsExactly(Answer.DONE);
        events.assertExactly("log.append(DECISION)", "log.force");
        restart();
        orders.setOutage(null);
        payments.setOutage(null);
        node.recovery().run(true);
        assertThat(events.all()).contains("orders.commit", "payments.commit").doesNotContain("superior.ask");
        assertThat(node.coordinator().parked()).isEmpty();
    }

    // ---- the superior is asked

    @Test
    void anAskerThatThrowsKeepsNobodyFromBeingToldAndTheNodeRuns() throws Exception {
        prepared(ID);
        restart();
        IllegalStateException bug = new IllegalStateException("a bug of a transport");
        Subordinate asked = subordinate(ID);
        answers.clear();
        asked.commit(late -> {
            throw bug;
        });
        asked.commit(answers::add);
        node.recovery().run(true);
        assertThat(answers).containsExactly(Answer.DONE);
        assertThat(thrown).containsExactly(bug);
        assertThat(node.coordinator().isRunning()).isTrue();
        assertThat(node.coordinator().parked()).isEmpty();
    }

    @Test
    void onlySoManyOfThoseWhoAskTheSameAreKept() throws Exception {
        prepared(ID);
        restart();
        Subordinate asked = subordinate(ID);
        answers.clear();
        for (int i = 0; i < 100; i++) {
            asked.commit(answers::add);
        }
        assertThat(answers).as("the oldest").hasSize(84).containsOnly(Answer.RETRY);
        node.recovery().run(true);
        assertThat(answers.subList(84, 100)).containsOnly(Answer.DONE);
    }

    @Test
    void theWorkOfAVerbIsDoneByAWorkerAndWhatIsKnownIsAnsweredAtOnce() throws Exception {
        List<Runnable> held = new ArrayList<>();
        TestNode slow = TestNode.builder().background(held::add).open();
        slow.inflow()
                .join(ID, 60_000, superior)
                .enlistResource(slow.resource("r").connect());
        Subordinate asked = Objects.requireNonNull(slow.coordinator().subordinate(ID));
        assertThat(prepare(asked)).isEqualTo(Answer.PENDING);
        assertThat(slow.events().count("prepare")).isZero();
        held.remove(0).run();
        assertThat(answers).containsExactly(Answer.PREPARED);
        assertThat(prepare(asked)).isEqualTo(Answer.PREPARED);
        assertThat(commit(asked)).isEqualTo(Answer.PENDING);
        held.remove(0).run();
        assertThat(answers).containsExactly(Answer.DONE);
        slow.close();
    }

    /** A transport's thread may bring it. */
    @ParameterizedTest
    @CsvSource({"COMMIT, false", "COMMIT, true", "ROLLBACK, false", "ROLLBACK, true"})
    void whoBringsTheLastAnswerAnswersTheSuperiorUnlessSomebodyHereIsToBeTold(Verb verb, boolean isWatched)
            throws Exception {
        Queue<Runnable> wire = new ArrayDeque<>();
        Queue<Runnable> workers = new ArrayDeque<>();
        List<Integer> heard = new ArrayList<>();
        node.close();
        node = late(wire, workers);
        JtaTransaction joined = joinOn(ID, orders, payments);
        if (isWatched) {
            joined.registerSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {
                    // called before the vote is asked for
                }

                @Override
                public void afterCompletion(int status) {
                    heard.add(status);
                }
            });
            joined.callSynchronizations();
        }
        Subordinate asked = subordinate(ID);
        asked.prepare(answers::add);
        runAll(workers, wire, workers);
        assertThat(answers).containsExactly(Answer.PREPARED);
        ask(verb, answers::add);
        runAll(workers, wire);

        if (isWatched) {
            assertThat(answers).containsExactly(Answer.PREPARED);
            assertThat(heard).isEmpty();
            runAll(workers);
            assertThat(heard).hasSize(1);
        }
        assertThat(workers).isEmpty();
        assertThat(answers).containsExactly(Answer.PREPARED, Answer.DONE);
        assertThat(node.coordinator().subordinate(ID)).isNull();
    }

    /** To keep an outcome for the superior is more work than an end. */
    @Test
    void whatAnOperatorHasDecidedIsKeptByAWorker() throws Exception {
        Queue<Runnable> wire = new ArrayDeque<>();
        Queue<Runnable> workers = new ArrayDeque<>();
        node.close();
        node = late(wire, workers);
        JtaTransaction joined = joinOn(ID, orders, payments);
        subordinate(ID).prepare(answers::add);
        runAll(workers, wire, workers);
        assertThat(joined.engine().forOperator().claimHere()).isTrue();
        joined.engine().forOperator().resolveHere(true, new Act("operator", 0, "the superior is gone"));
        runAll(wire);

        assertThat(joined.engine().step()).isEqualTo(Step.OBEYING);
        runAll(workers);
        assertThat(joined.engine().step()).isEqualTo(Step.HEURISTIC);
        assertThat(commit(subordinate(ID))).isEqualTo(Answer.PENDING);
        runAll(workers);
        assertThat(answers).containsExactly(Answer.DONE);
        assertThat(node.coordinator().subordinate(ID)).isNull();
    }

    /** Its resources answer late, and work for a worker waits. */
    private TestNode late(Queue<Runnable> wire, Queue<Runnable> workers) {
        TestNode made = TestNode.builder()
                .events(events)
                .disk(disk)
                .descriptions(superior.descriptions())
                .dispatcher(new LateDispatcher(wire::add))
                .background(workers::add)
                .open();
        made.register(orders);
        made.register(payments);
        return made;
    }

    @SafeVarargs
    private static void runAll(Queue<Runnable>... queues) {
        for (Queue<Runnable> each : queues) {
            assertThat(each).isNotEmpty();
            for (int left = each.size(); left > 0; left--) {
                each.remove().run();
            }
        }
    }

    @Test
    void oneThatWasRolledBackByThisNodeIsKnownToBe() throws Exception {
        LocalTransactionId late = Objects.requireNonNull(join(ID).engine().incarnation());
        node.advance(Duration.ofSeconds(61));
        LocalTransactionId ended = Objects.requireNonNull(join(ID).engine().incarnation());
        rollback(subordinate(ID));
        LocalTransactionId committed =
                Objects.requireNonNull(joinOn(ID, orders).engine().incarnation());
        onePhase(subordinate(ID));
        assertThat(node.coordinator().isRolledBack(late)).isTrue();
        assertThat(node.coordinator().isRolledBack(ended))
                .as("its superior knows")
                .isFalse();
        assertThat(node.coordinator().isRolledBack(committed)).isFalse();
    }

    @Test
    void thoseRolledBackAreRememberedUpToALimit() {
        LocalTransactionId first = null;
        LocalTransactionId last = null;
        for (int batch = 0; batch < 101; batch++) {
            for (int i = 0; i < 100; i++) {
                TransactionId id = new LocalTransactionId(new NodeEpoch(new NodeId(8, 9), 3, 0), 1 + i);
                last = Objects.requireNonNull(join(id).engine().incarnation());
                first = first == null ? last : first;
            }
            node.advance(Duration.ofSeconds(61));
        }
        assertThat(node.coordinator().isRolledBack(Objects.requireNonNull(last)))
                .isTrue();
        assertThat(node.coordinator().isRolledBack(Objects.requireNonNull(first)))
                .isFalse();
    }

    // ---- Jakarta Transactions

    @Test
    void itsWorkCanNotEndItAndHasNoLastResource() throws Exception {
        JtaTransaction joined = joinOn(ID, orders);
        node.manager().resume(joined);
        assertThatThrownBy(node.manager()::commit)
                .hasMessageContaining("ASSENT-1028")
                .hasMessageContaining("superior");
        assertThatThrownBy(node.manager()::rollback).hasMessageContaining("ASSENT-1028");
        assertThat(node.manager().getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        assertThatThrownBy(() -> joined.engine().participants().checkRoomForLast("files"))
                .hasMessageContaining("ASSENT-2057");
        node.manager().suspend();
    }

    @Test
    void synchronizationsHearTheOutcomeOnce() throws Exception {
        List<Integer> heard = new ArrayList<>();
        JtaTransaction joined = joinOn(ID, orders, payments);
        joined.registerSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                heard.add(-1);
            }

            @Override
            public void afterCompletion(int status) {
                heard.add(status);
            }
        });
        joined.callSynchronizations();
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        prepare(subordinate(ID));
        commit(subordinate(ID));
        node.recovery().run(true);
        assertThat(heard).containsExactly(-1, Status.STATUS_COMMITTED);
    }

    // ---- the superior forgets

    private Answer forget(Subordinate asked) {
        answers.clear();
        return told(answers, asked.forget(answers::add));
    }

    @Test
    void forget_moreIsKnownThanTheSuperiorWasTold_isRefusedUntilItIsTold() throws Exception {
        Subordinate asked = prepared(ID);
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_MIXED);
        payments.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        node.recovery().run(true);
        assertThat(asked.transaction().participants().heuristics()).hasSize(2);
        assertThat(forget(asked)).isEqualTo(Answer.RETRY);
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_ROLLBACK);
        assertThat(forget(asked)).isEqualTo(Answer.DONE);
    }

    /** The superior has given the decision in answer to an inquiry, and has heard nothing back. */
    @Test
    void forget_theOutcomeCameOfAnInquiry_isRefusedUntilItIsTold() throws Exception {
        Subordinate asked = prepared(ID);
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        superior.answers(word -> word.decided(true));
        assertThat(asked.inquire(Superior.Word.IGNORED)).isTrue();
        assertThat(asked.transaction().participants().heuristics()).hasSize(1);
        assertThat(forget(asked)).isEqualTo(Answer.RETRY);
        assertThat(commit(asked)).isEqualTo(Answer.HEURISTIC_MIXED);
        assertThat(forget(asked)).isEqualTo(Answer.DONE);
    }
}
