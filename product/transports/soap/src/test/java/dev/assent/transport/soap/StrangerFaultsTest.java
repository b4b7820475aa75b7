package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.commit.Step;
import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.transport.soap.Stranger.Reference;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole node as coordinator of strangers that answer by faults, have lost their word, or break it. */
@Fast
class StrangerFaultsTest extends StrangersPart {
    private static final int PARTICIPANT_REFUSES = 8070;
    private static final int PARTICIPANT_GONE = 8071;

    @Test
    void oneHasLostItsWord_theInitiatorIsNotToldTheDecision() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared"));
        stranger.join(
                registration,
                "Durable2PC",
                "D1",
                Map.of("Prepare", "Prepared", "Commit", "fault:wsat:InconsistentInternalState"));
        commit();
        stranger.awaitHeard("D0:Commit");
        stranger.awaitHeard("D1:Commit");
        GlobalTransaction asked = node.node().coordinator().active().get(0);
        Awaitility.await()
                .until(() -> asked.step() == Step.COMMITTING
                        && asked.forDecision().unconfirmed() == null); // the fault was read
        pass(Duration.ofMillis(100));
        pass(Duration.ofSeconds(3));
        assertThat(heardBy("init")).isEmpty();
        pass(Duration.ofSeconds(8)); // who does not answer is not waited for any more
        stranger.awaitHeard("init:InconsistentInternalState");
        assertThat(heardBy("init")).hasSize(1);
    }

    /** All did otherwise than was decided, so that neither Committed nor Aborted says what happened. */
    @ParameterizedTest
    @CsvSource({"Commit, COMMIT_ONE_PHASE, 6", "Rollback, ROLLBACK, 7"})
    void allDidOtherwiseThanWasDecided_theInitiatorHearsOfIt(String asked, XaVerb verb, int code) throws Exception {
        RecordingResource bank = new RecordingResource("bank", new EventList());
        node.node().register(bank);
        begin();
        JtaTransaction begun =
                (JtaTransaction) node.node().coordinator().active().get(0).owner();
        begun.enlistResource(bank.connect());
        bank.fails(verb, code); // XA_HEURRB, XA_HEURCOM
        stranger.say("init", asked);
        stranger.awaitHeard("init:InconsistentInternalState");
        assertThat(heardBy("init")).hasSize(1);
    }

    @Test
    void aMessageThatDoesNotFitIsAnsweredByAFault() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared"));
        commit();
        stranger.awaitHeard("D0:Commit");
        stranger.say("D0", "ReadOnly");
        stranger.awaitHeard("D0:InvalidState");
        assertThat(stranger.heard()).doesNotContain("init:Committed", "init:Aborted");
        stranger.say("D0", "Committed");
        stranger.awaitHeard("init:Committed");
    }

    @Test
    void whoHasLostItsWordIsAHazardAndTheInitiatorHearsOfIt() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared"));
        commit();
        stranger.awaitHeard("D0:Commit");
        sayInconsistent("D0");
        stranger.awaitHeard("init:InconsistentInternalState");
    }

    private void sayInconsistent(String name) throws Exception {
        sayFault(name, "wsat:InconsistentInternalState");
    }

    private void sayFault(String name, String code) throws Exception {
        Reference coordinator = stranger.coordinator(name);
        stranger.post(coordinator.address(), "fault", coordinator.header(), Stranger.fault(code));
    }

    /** No time passes: it is not asked again, and nobody waits for it. */
    @ParameterizedTest
    @CsvSource({
        "wsat:UnknownTransaction, 1",
        "wscoor:InvalidState, 2",
        "wscoor:InvalidParameters, 2",
        "wsa:ActionNotSupported, 2",
        "soap:Client, 2",
        "wsat:InconsistentInternalState, 2"
    })
    void prepare_isRefusedByAFaultOnTheConnection_allRollBack(String fault, int messages) throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        stranger.join(registration, "Durable2PC", "D1", Map.of("Prepare", "fault:" + fault, "Rollback", "Aborted"));
        commit();
        stranger.awaitHeard("init:Aborted");
        assertThat(heardBy("D0")).endsWith("D0:Rollback");
        assertThat(heardBy("D1")).startsWith("D1:Prepare").hasSize(messages);
        assertIdle();
    }

    @Test
    void prepare_isRefusedByAFaultMessage_allRollBack() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        stranger.join(registration, "Durable2PC", "D1", SILENT);
        commit();
        stranger.awaitHeard("D1:Prepare");
        sayFault("D1", "wsat:UnknownTransaction");
        stranger.awaitHeard("init:Aborted");
        assertThat(heardBy("D1")).containsExactly("D1:Prepare");
        assertIdle();
    }

    @ParameterizedTest
    @ValueSource(strings = {"soap:Server", "wsa:EndpointUnavailable", "wsa:DestinationUnreachable"})
    void prepare_isAnsweredByAFaultThatMayPass_isSentAgainSoon(String fault) throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "fault:" + fault));
        commit();
        stranger.awaitHeard("D0:Prepare");
        stranger.forget("D0");
        Waiting.awaitWhileTimePasses().until(() -> {
            pass(Duration.ofMillis(100));
            return heardBy("D0").size() >= 2;
        });
        assertThat(heardBy("D0")).containsOnly("D0:Prepare");
        stranger.say("D0", "Prepared");
        stranger.awaitHeard("D0:Commit");
        stranger.say("D0", "Committed");
        stranger.awaitHeard("init:Committed");
        assertIdle();
    }

    @Test
    void rollback_isRefusedByWhoKnowsNoTransaction_isDone() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Rollback", "fault:wsat:UnknownTransaction"));
        stranger.say("init", "Rollback");
        stranger.awaitHeard("init:Aborted");
        assertThat(heardBy("D0")).containsExactly("D0:Rollback");
        assertIdle();
    }

    private void commitWithOneThatKnowsNothing() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared", "Commit", "Committed"));
        stranger.join(
                registration,
                "Durable2PC",
                "D1",
                Map.of("Prepare", "Prepared", "Commit", "fault:wsat:UnknownTransaction"));
        commit();
        stranger.awaitHeard("init:Committed");
    }

    /** Lets time pass until the participant is taken to have committed, or is a hazard. */
    private void passUntilJudged() {
        Waiting.awaitWhileTimePasses().until(() -> {
            pass(Duration.ofMinutes(3));
            node.node().recovery().run(true);
            return !node.node().notices().of(PARTICIPANT_GONE).isEmpty()
                    || node.node().coordinator().parked().stream().anyMatch(each -> each.step() == Step.HEURISTIC);
        });
    }

    @Test
    void commit_isRefusedAtOnceByWhoKnowsNoTransaction_isAHazardAfterARestart() throws Exception {
        commitWithOneThatKnowsNothing();
        assertThat(node.node().coordinator().parked())
                .as("it is not believed at once")
                .hasSize(1);
        crash(); // from then on nobody knows that it was never told
        passUntilJudged();
        assertThat(node.node().coordinator().parked()).hasSize(1);
        assertThat(node.node().notices().of(PARTICIPANT_GONE)).isEmpty();
    }

    /** It had restarted, and asks when it has read its log; then it hears of the commit, and may go. */
    @Test
    void commit_isRefusedAtOnceByWhoAsksLater_isDone() throws Exception {
        commitWithOneThatKnowsNothing();
        stranger.say("D1", "Prepared");
        passUntilJudged();
        assertThat(node.node().notices().of(PARTICIPANT_GONE)).hasSize(1);
        assertIdle();
    }

    @Test
    void commit_isRefusedByWhoMayHaveBeenToldAndKnowsNoTransactionForLong_isDone() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared", "Commit", "Committed"));
        stranger.join(registration, "Durable2PC", "D1", Map.of("Prepare", "Prepared"));
        commit();
        stranger.awaitHeard("D1:Commit");
        crash();
        stranger.behave("D1", Map.of("Commit", "fault:wsat:UnknownTransaction"));
        passUntilJudged();
        assertThat(node.node().notices().of(PARTICIPANT_GONE)).hasSize(1);
        assertIdle();
    }

    @Test
    void commit_isRefusedByAFaultOnTheConnection_anOperatorReadsWhy() throws Exception {
        Reference registration = begin();
        stranger.join(
                registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared", "Commit", "fault:wscoor:InvalidState"));
        commit();
        stranger.awaitHeard("init:Committed");
        assertThat(node.node().notices().of(PARTICIPANT_REFUSES))
                .singleElement()
                .asString()
                .contains("wscoor:InvalidState says the stranger");
        assertThat(node.node().coordinator().parked()).hasSize(1);
    }

    @Test
    void commit_isAnsweredOnTheConnectionByWhoHasLostItsWord_isAHazard() throws Exception {
        Reference registration = begin();
        stranger.join(
                registration,
                "Durable2PC",
                "D0",
                Map.of("Prepare", "Prepared", "Commit", "fault:wsat:InconsistentInternalState"));
        commit();
        stranger.awaitHeard("init:InconsistentInternalState");
    }

    /** Whether the only transaction has ended as a hazard, which is in the log and kept for the operator. */
    private void assertHazard() {
        Waiting.awaitWhileTimePasses().untilAsserted(() -> {
            pass(Duration.ofSeconds(1)); // until it is tried again
            node.node().recovery().run(true);
            assertThat(node.node().coordinator().parked())
                    .extracting(GlobalTransaction::step)
                    .containsExactly(Step.HEURISTIC);
        });
    }

    @Test
    void whoHasLostItsWordWhenNobodyAsksIsAHazardWhenItIsAskedNext() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared"));
        stranger.join(registration, "Durable2PC", "D1", COMMITS);
        commit();
        stranger.awaitHeard("D0:Commit");
        pass(Duration.ofSeconds(11)); // nobody waits for it now
        stranger.awaitHeard("init:Committed");
        Awaitility.await().until(() -> !node.node().coordinator().parked().isEmpty());
        sayInconsistent("D0");
        int before = heardBy("D0").size();
        assertHazard();
        assertThat(heardBy("D0")).as("nobody asks it any more").hasSize(before);
    }

    @Test
    void whoHasRolledBackAfterItsVoteIsPutOnRecordAndNotTakenToHaveCommitted() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared", "Commit", "Aborted"));
        stranger.join(registration, "Durable2PC", "D1", COMMITS);
        commit();
        stranger.awaitHeard("D0:InvalidState");
        stranger.awaitHeard("init:InconsistentInternalState");
        crash();
        stranger.forget("D0");
        pass(Duration.ofSeconds(11));
        node.node().recovery().run(true);
        Awaitility.await().until(() -> heardBy("D0").size() == 4);
        assertThat(heardBy("D0")).as("it is told all the same").endsWith("D0:Commit");
        stranger.say("D0", "Committed"); // as who knows nothing of it answers whatever it is told
        assertHazard();
    }

    @Test
    void whoHasRolledBackBeforeItIsToldIsPutOnRecordToo() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Commit", "Committed"));
        stranger.join(registration, "Durable2PC", "D1", SILENT);
        commit();
        stranger.awaitHeard("D0:Prepare");
        stranger.awaitHeard("D1:Prepare");
        stranger.say("D0", "Prepared");
        stranger.say("D0", "Aborted");
        stranger.awaitHeard("D0:InvalidState");
        stranger.say("D1", "Prepared");
        stranger.awaitHeard("D1:Commit");
        stranger.say("D1", "Committed");
        Waiting.awaitWhileTimePasses().until(() -> {
            pass(Duration.ofSeconds(1));
            node.node().recovery().run(true);
            return heardBy("D0").contains("D0:Commit"); // told all the same
        });
        assertHazard();
    }
}
