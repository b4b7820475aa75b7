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
import dev.assent.remote.subordinate.ClientDesk;
import dev.assent.transport.soap.Stranger.Reference;
import dev.assent.transport.soap.Stranger.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A whole node as coordinator of somebody who shares no code with it: the exchanges that peers have been seen to have
 * (issue 9), and what must not happen when messages are lost, late, doubled, or no peer's at all.
 */
@Fast
class StrangersTest extends StrangersPart {
    private static final int FORBIDDEN = 8017;
    private static final int UNREACHABLE = 8020;
    private static final int PARTICIPANT_REFUSES = 8070;
    private static final int PARTICIPANT_GONE = 8071;
    private static final int NOT_TOLD = 8652;
    private static final int NOT_TOLD_MORE = 8653;

    // ---- what peers do

    @Test
    void twoDurableParticipantsAndAVolatileOneCommit() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        stranger.join(registration, "Durable2PC", "D1", COMMITS);
        stranger.join(registration, "Volatile2PC", "V2", COMMITS);
        commit();
        stranger.awaitHeard("init:Committed");
        stranger.awaitHeard("V2:Commit");
        List<String> heard = stranger.heard();
        assertThat(heard.indexOf("V2:Prepare"))
                .as("volatile ones are asked first: %s", heard)
                .isLessThan(heard.indexOf("D0:Prepare"))
                .isLessThan(heard.indexOf("D1:Prepare"));
        assertThat(heard.indexOf("D0:Commit")).isGreaterThan(heard.indexOf("D1:Prepare"));
        assertThat(heard.indexOf("V2:Commit"))
                .as("volatile ones are told last: %s", heard)
                .isGreaterThan(heard.indexOf("D0:Commit"))
                .isGreaterThan(heard.indexOf("D1:Commit"));
        assertThat(heardBy("D0")).containsExactly("D0:Prepare", "D0:Commit");
        assertThat(heardBy("D1")).containsExactly("D1:Prepare", "D1:Commit");
        assertIdle();
    }

    @Test
    void allRollBack() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        stranger.join(registration, "Volatile2PC", "V1", COMMITS);
        stranger.say("init", "Rollback");
        stranger.awaitHeard("init:Aborted");
        stranger.awaitHeard("V1:Rollback");
        assertThat(heardBy("D0")).containsExactly("D0:Rollback");
        assertIdle();
    }

    @Test
    void whereOneVotesNoTheOthersRollBack() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        stranger.join(registration, "Durable2PC", "D1", REFUSES);
        commit();
        stranger.awaitHeard("init:Aborted");
        stranger.awaitHeard("D0:Rollback");
        assertThat(heardBy("D1")).containsExactly("D1:Prepare");
        assertThat(stranger.heard()).doesNotContain("D0:Commit", "D1:Commit");
        assertIdle();
    }

    @Test
    void whoHasOnlyReadHearsNothingMore() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", READS);
        stranger.join(registration, "Durable2PC", "D1", COMMITS);
        commit();
        stranger.awaitHeard("init:Committed");
        assertThat(heardBy("D0")).containsExactly("D0:Prepare");
        assertThat(heardBy("D1")).containsExactly("D1:Prepare", "D1:Commit");
        assertIdle();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aLoneParticipantOrNoneCommits(int count) throws Exception {
        Reference registration = begin();
        if (count == 1) {
            stranger.join(registration, "Durable2PC", "D0", COMMITS);
        }
        commit();
        stranger.awaitHeard("init:Committed");
        assertThat(heardBy("D0")).hasSize(2 * count);
        assertIdle();
    }

    @Test
    void aVolatileParticipantThatRefusesRollsAllBack() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Volatile2PC", "V0", REFUSES);
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        commit();
        stranger.awaitHeard("init:Aborted");
        assertThat(heardBy("D0")).containsExactly("D0:Rollback");
    }

    @Test
    void whatAMessageHasIsWhatPeersNeed() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", SILENT);
        commit();
        stranger.awaitHeard("D0:Prepare");
        assertThat(stranger.lastEnvelope())
                .contains("IsReferenceParameter=\"true\">D0</x:part>")
                .contains("<wsa:ReplyTo", "/addressing/none", "<wsa:From", "<wsa:FaultTo", "<wsa:MessageID")
                .contains(stranger.coordinator("D0").parameter());
    }

    @Test
    void anInitiatorThatCannotBeCalledHearsTheOutcomeOnItsConnection() throws Exception {
        Reference registration = stranger.begin(transport.activation());
        Reply registered = stranger.register(
                registration, Stranger.WSAT + "/Completion", "http://www.w3.org/2005/08/addressing/anonymous", "");
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        Reference completion = Reference.in(registered.body());
        Reply ended = stranger.post(completion.address(), "Commit", completion.header(), "<wsat:Commit/>");
        assertThat(ended.status()).isEqualTo(200);
        assertThat(ended.body()).contains("wsat/2006/06/Committed");
        Reply again = stranger.post(completion.address(), "Commit", completion.header(), "<wsat:Commit/>");
        assertThat(again.body()).as("asked again").contains("wsat/2006/06/Committed");
    }

    // ---- lost, late and doubled

    @Test
    void whatIsNotAnsweredIsSentAgain() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", SILENT);
        commit();
        stranger.awaitHeard("D0:Prepare");
        pass(Duration.ofMillis(5_100));
        Awaitility.await().until(() -> heardBy("D0").size() == 2);
        pass(Duration.ofMillis(600));
        assertThat(heardBy("D0")).as("after a pause").containsExactly("D0:Prepare", "D0:Prepare");
        stranger.say("D0", "Prepared");
        stranger.awaitHeard("D0:Commit");
        stranger.say("D0", "Prepared");
        Awaitility.await().until(() -> heardBy("D0").size() == 4);
        assertThat(heardBy("D0")).as("a second Prepared").endsWith("D0:Commit", "D0:Commit");
        stranger.say("D0", "Committed");
        stranger.awaitHeard("init:Committed");
        assertIdle();
    }

    @Test
    void whoNeverVotesIsRolledBack() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", SILENT);
        stranger.join(registration, "Durable2PC", "D1", COMMITS);
        commit();
        stranger.awaitHeard("D0:Prepare");
        stranger.awaitHeard("D1:Prepare");
        pass(Duration.ofSeconds(61));
        stranger.awaitHeard("D1:Rollback");
        pass(Duration.ofSeconds(11)); // it does not say that it has rolled back, either, and is not waited for
        stranger.awaitHeard("init:Aborted");
        assertThat(stranger.heard()).doesNotContain("D0:Commit", "D1:Commit");
    }

    @Test
    void aVoteThatNobodyHasAskedForCounts() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        stranger.join(registration, "Durable2PC", "D1", COMMITS);
        stranger.say("D0", "ReadOnly");
        commit();
        stranger.awaitHeard("init:Committed");
        assertThat(heardBy("D0")).isEmpty();

        Reference second = begin();
        stranger.join(second, "Durable2PC", "D2", COMMITS);
        stranger.join(second, "Durable2PC", "D3", COMMITS);
        stranger.say("D2", "Aborted");
        commit();
        stranger.awaitHeard("init:Aborted");
        assertThat(heardBy("D2")).isEmpty();
        assertThat(heardBy("D3")).containsExactly("D3:Rollback");
    }

    @Test
    void whoHasLeftAndRegistersAgainIsAsked() throws Exception {
        for (String name : List.of("D0", "D1")) {
            Reference registration = begin();
            stranger.join(registration, "Durable2PC", name, COMMITS);
            if (name.equals("D1")) {
                stranger.join(registration, "Durable2PC", "D2", COMMITS);
            }
            stranger.say(name, "ReadOnly");
            stranger.join(registration, "Durable2PC", name, COMMITS); // it works once more, and not only by reading
            commit();
            stranger.awaitHeard(name + ":Commit");
            assertThat(heardBy(name)).containsExactly(name + ":Prepare", name + ":Commit");
            assertIdle();
        }
    }

    @Test
    void aRegistrationThatComesAgainIsOneParticipant() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        Reference first = stranger.coordinator("D0");
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        assertThat(stranger.coordinator("D0")).isEqualTo(first);
        commit();
        stranger.awaitHeard("init:Committed");
        assertThat(heardBy("D0")).containsExactly("D0:Prepare", "D0:Commit");
    }

    @Test
    void whoseTimeIsOverIsRolledBackAndTheInitiatorHearsSo() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        pass(Duration.ofSeconds(61));
        stranger.awaitHeard("D0:Rollback");
        stranger.awaitHeard("init:Aborted");
        commit();
        Awaitility.await()
                .untilAsserted(() -> assertThat(heardBy("init"))
                        .as("told again when it asks, and nothing else")
                        .containsExactly("init:Aborted", "init:Aborted"));
    }

    @Test
    void anInitiatorThatAsksIsToldOnce() throws Exception {
        for (String each : List.of("Commit", "Rollback")) {
            Reference registration = begin();
            stranger.join(registration, "Volatile2PC", "V0", COMMITS);
            stranger.say("init", each);
            stranger.awaitHeard(each.equals("Commit") ? "init:Committed" : "init:Aborted");
            stranger.awaitHeard("V0:" + each); // after which the node tells nobody more
            assertIdle();
        }
        assertThat(heardBy("init")).containsExactly("init:Committed", "init:Aborted");
    }

    @Test
    void anInitiatorWhoseReferenceIsTooLongIsRefused() throws Exception {
        Reference registration = stranger.begin(transport.activation());
        Reply refused = stranger.register(
                registration, Stranger.WSAT + "/Completion", stranger.place("initiator"), "x".repeat(4_000));
        assertThat(refused.faultCode()).isEqualTo("InvalidParameters");
        stranger.join(registration, "Completion", "init", SILENT);
    }

    /** A reference that is kept: few bytes may take much room. */
    @ParameterizedTest
    @ValueSource(strings = {"Completion", "Durable2PC", "Volatile2PC"})
    void aReferenceOfManyElementsIsRefused(String protocol) throws Exception {
        Reference registration = begin();
        Reply refused = stranger.register(
                registration, Stranger.WSAT + "/" + protocol, stranger.place("large"), "<x/>".repeat(100));
        assertThat(refused.faultCode()).isEqualTo("InvalidParameters");
        assertThat(refused.body()).contains("ASSENT-8650");
    }

    @Test
    void oneHostBeginsNoMoreThanTheLimitHowManyNamesItMayHave() throws Exception {
        for (int i = 0; i < ClientDesk.Limits.DEFAULT.openMax(); i++) {
            stranger.begin(transport.activation());
        }
        Reply refused = stranger.create(transport.activation(), "");
        assertThat(refused.faultCode()).isEqualTo("CannotCreateContext");
        assertThat(refused.body()).contains("127.0.0.1", String.valueOf(ClientDesk.Limits.DEFAULT.openMax()));
        pass(Duration.ofSeconds(61));
        assertIdle();
        begin();
    }

    // ---- volatile ones

    @Test
    void aVolatileParticipantThatHasLeftIsNotAsked() throws Exception {
        Reference registration = begin();
        stranger.join(
                registration, "Volatile2PC", "V0", Map.of("Prepare", "Aborted")); // as who does not know it any more
        stranger.join(registration, "Durable2PC", "D1", COMMITS);
        stranger.say("V0", "ReadOnly");
        commit();
        stranger.awaitHeard("init:Committed");
        assertThat(heardBy("V0")).isEmpty();
        assertIdle();
    }

    @Test
    void aVolatileParticipantThatHasRolledBackIsAskedNothingAndAllRollBack() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Volatile2PC", "V0", SILENT);
        stranger.join(registration, "Durable2PC", "D1", COMMITS);
        stranger.say("V0", "Aborted");
        commit();
        stranger.awaitHeard("init:Aborted");
        assertThat(heardBy("V0")).isEmpty();
        assertThat(heardBy("D1")).containsExactly("D1:Rollback");
    }

    @Test
    void aVolatileParticipantThatHasVotedRegistersNoMore() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Volatile2PC", "V0", SILENT);
        stranger.join(registration, "Volatile2PC", "V1", SILENT);
        commit();
        stranger.awaitHeard("V0:Prepare");
        stranger.awaitHeard("V1:Prepare");
        stranger.say("V0", "Prepared");
        Awaitility.await()
                .until(() -> stranger.register(
                                registration, Stranger.WSAT + "/Volatile2PC", stranger.place("participant"), "V0")
                        .faultCode()
                        .equals("InvalidState"));
        stranger.say("V1", "Prepared");
        stranger.awaitHeard("init:Committed");
        assertThat(heardBy("V0")).startsWith("V0:Prepare").containsOnlyOnce("V0:Prepare");
    }

    @Test
    void aVolatileParticipantThatRegistersWhileItIsAskedIsAskedOnceMore() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Volatile2PC", "V0", SILENT);
        commit();
        stranger.awaitHeard("V0:Prepare");
        stranger.join(registration, "Volatile2PC", "V0", COMMITS);
        stranger.say("V0", "Prepared");
        stranger.awaitHeard("init:Committed");
        stranger.awaitHeard("V0:Commit");
        assertThat(heardBy("V0")).containsExactly("V0:Prepare", "V0:Prepare", "V0:Commit");
    }

    /** By one and the same message it says nothing new: it is asked once, and it hears the end. */
    @Test
    void aVolatileParticipantWhoseRegistrationComesAgainWhileItIsAskedIsAskedOnce() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Volatile2PC", "V0", SILENT, "urn:m:the-same");
        commit();
        stranger.awaitHeard("V0:Prepare");
        stranger.join(registration, "Volatile2PC", "V0", COMMITS, "urn:m:the-same");
        stranger.say("V0", "Prepared");
        stranger.awaitHeard("init:Committed");
        stranger.awaitHeard("V0:Commit");
        assertThat(heardBy("V0")).containsExactly("V0:Prepare", "V0:Commit");
        assertIdle();
    }

    @Test
    void aVolatileParticipantThatVotesTwiceIsNoIntruder() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Volatile2PC", "V0", Map.of("Prepare", "Prepared"));
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared"));
        commit();
        stranger.awaitHeard("D0:Commit"); // it is decided
        stranger.say("V0", "Prepared");
        stranger.say("D0", "Committed");
        stranger.awaitHeard("init:Committed");
        assertThat(node.node().notices().of(FORBIDDEN)).isEmpty();
    }

    @Test
    void aPeerThatReadsSecondsIsUnderstood() throws Exception {
        node.close();
        config = config.with(SoapSetting.EXPIRES, "seconds");
        start();
        Reply reply = stranger.create(transport.activation(), "<wscoor:Expires>3</wscoor:Expires>");
        assertThat(reply.body()).contains("<wscoor:Expires>3</wscoor:Expires>");
        stranger.join(Reference.in(reply.body()), "Durable2PC", "D0", COMMITS);
        pass(Duration.ofMillis(2_900));
        assertThat(stranger.heard()).isEmpty();
        pass(Duration.ofMillis(200));
        stranger.awaitHeard("D0:Rollback");
    }

    // ---- one that does not confirm

    @ParameterizedTest
    @CsvSource({"Commit, Committed", "Rollback, Aborted"})
    void oneDoesNotConfirm_theInitiatorHearsTheDecisionSoon(String asked, String told) throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared"));
        stranger.join(registration, "Durable2PC", "D1", COMMITS);
        stranger.say("init", asked);
        stranger.awaitHeard("D0:" + asked);
        stranger.awaitHeard("D1:" + asked);
        pass(Duration.ofMillis(100)); // by then it is seen to be decided
        pass(Duration.ofMillis(1_900));
        assertThat(heardBy("init")).as("it waits for both").isEmpty();
        pass(Duration.ofMillis(100));
        stranger.awaitHeard("init:" + told);
        stranger.say("init", asked);
        Awaitility.await().until(() -> heardBy("init").size() == 2);
        assertThat(heardBy("init")).as("told again when it asks").containsOnly("init:" + told);
        stranger.say("D0", told);
        assertIdle();
        assertThat(heardBy("init")).as("and not when the last one confirms").hasSize(2);
    }

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

    // ---- crashes

    @Test
    void aDecisionOutlivesACrashAndSoDoReferences() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared"));
        stranger.join(registration, "Durable2PC", "D1", Map.of("Prepare", "Prepared"));
        commit();
        stranger.awaitHeard("D0:Commit");
        stranger.awaitHeard("D1:Commit");
        int before = stranger.heard().size();
        crash();
        node.node().recovery().run(true);
        Awaitility.await().until(() -> stranger.heard().size() == before + 2);
        assertThat(stranger.heard().subList(before, before + 2)).containsExactlyInAnyOrder("D0:Commit", "D1:Commit");
        stranger.say("D0", "Committed");
        stranger.say("D1", "Committed");
        Waiting.awaitWhileTimePasses().until(() -> {
            node.node().recovery().run(true);
            return node.node().coordinator().parked().isEmpty();
        });
        assertIdle();
    }

    @Test
    void aNodeThatListensNowhereAsksNobodyAndFinishesWhenItListensAgain() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared"));
        stranger.join(registration, "Durable2PC", "D1", Map.of("Prepare", "Prepared"));
        commit();
        stranger.awaitHeard("D0:Commit");
        stranger.awaitHeard("D1:Commit");
        int before = stranger.heard().size();
        crash(listening -> listening.with(SoapSetting.LISTEN, ""));
        node.node().recovery().run(true);
        assertThat(node.node().coordinator().parked()).hasSize(1);
        assertThat(stranger.heard()).hasSize(before);

        crash();
        Waiting.awaitWhileTimePasses().until(() -> {
            node.node().recovery().run(true);
            return stranger.heard().size() == before + 2;
        });
        stranger.say("D0", "Committed");
        stranger.say("D1", "Committed");
        assertIdle();
    }

    @Test
    void onePreparedBeforeACrashWithoutADecisionIsRolledBackWhenItAsks() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared"));
        stranger.join(registration, "Durable2PC", "D1", SILENT);
        commit();
        stranger.awaitHeard("D0:Prepare");
        stranger.awaitHeard("D1:Prepare");
        crash();
        stranger.say("D0", "Prepared");
        stranger.awaitHeard("D0:Rollback");
        assertThat(stranger.heard()).doesNotContain("D0:Commit", "D1:Commit");
    }

    // ---- what operators read

    /** A reader of it could say Committed for each of them, if it had the keys of their references. */
    @Test
    void aStrangerThatIsDeadIsOneIncidentAndItsLineShowsNoKey() throws Exception {
        List<String> names = List.of("D0", "D1", "D2", "D3");
        try (Stranger dead = new Stranger(dialect())) {
            for (int i = 0; i < names.size(); i += 2) {
                Reference registration = begin();
                for (String each : names.subList(i, i + 2)) {
                    dead.join(registration, "Durable2PC", each, Map.of("Prepare", "Prepared"));
                }
                commit();
                dead.awaitHeard(names.get(i) + ":Commit");
                dead.awaitHeard(names.get(i + 1) + ":Commit");
            }
        }
        pass(Duration.ofSeconds(11)); // nobody waits for them now
        for (int i = 0; i < 3; i++) {
            Awaitility.await().until(() -> node.node().coordinator().parked().size() == 2);
            node.node().recovery().run(true);
            pass(Duration.ofSeconds(11));
        }
        assertThat(node.node().notices().of(UNREACHABLE))
                .singleElement()
                .asString()
                .contains("/participant can't be reached")
                .doesNotContain("#")
                .doesNotContainPattern("[0-9a-f]{32}");
    }

    @Test
    void whoIsRefusedReadsOfItsPlaceAndOfNoParameters() throws Exception {
        Reply refused = stranger.register(begin(), Stranger.WSAT + "/Completion", "http://10.0.0.1/x?key=123", "other");
        assertThat(refused.faultCode()).isEqualTo("InvalidParameters");
        assertThat(refused.body()).contains("'http://10.0.0.1/x'").doesNotContain("key=123", "other");
    }

    // ---- whom nobody knows

    @ParameterizedTest
    @CsvSource({"Durable2PC, Rollback", "Volatile2PC, UnknownTransaction"})
    void onePreparedInATransactionThatIsOverIsToldWhatIsPresumed(String protocol, String told) throws Exception {
        Reference registration = begin();
        stranger.join(registration, protocol, "P", COMMITS);
        Reference old = stranger.coordinator("P");
        stranger.say("init", "Rollback");
        stranger.awaitHeard("P:Rollback");
        stranger.awaitHeard("init:Aborted");
        assertIdle();
        stranger.forget("P");
        int before = heardBy("P").size();
        stranger.say("P", "Prepared", old);
        Awaitility.await().until(() -> heardBy("P").size() > before);
        assertThat(heardBy("P")).endsWith("P:" + told);
        for (String each : List.of("ReadOnly", "Aborted", "Committed")) {
            assertThat(stranger.say("P", each, old).status()).isEqualTo(202);
        }
        assertThat(heardBy("P")).as("the rest is ignored").hasSize(before + 1);
    }

    @Test
    void nothingIsPresumedBeforeTheLogIsRead() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        Reference old = stranger.coordinator("D0");
        stranger.say("init", "Rollback");
        stranger.awaitHeard("init:Aborted");
        stranger.forget("D0");
        node.setReady(false);
        int before = heardBy("D0").size();
        stranger.say("D0", "Prepared", old);
        stranger.say("D0", "ReadOnly", old); // on the same connection, so that the other is dealt with
        node.setReady(true);
        for (int asked = 1; asked <= 2; asked++) { // by the second answer a first one too many had come
            int heard = before + asked;
            stranger.say("D0", "Prepared", old);
            Awaitility.await().until(() -> heardBy("D0").size() >= heard);
        }
        assertThat(heardBy("D0")).hasSize(before + 2).endsWith("D0:Rollback", "D0:Rollback");
    }

    // ---- who has no right to it

    @Test
    void aKeyThatIsGuessedOpensNothing() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        String forged = registration.parameter().replaceFirst(".{32}$", "0".repeat(32));
        Reply refused = stranger.register(
                new Reference(registration.address(), forged),
                Stranger.WSAT + "/Durable2PC",
                stranger.place("participant"),
                "D1");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.faultCode()).isEqualTo("CannotRegisterParticipant");
        Reference end = stranger.coordinator("init");
        String guess = end.parameter().replaceFirst(".{32}$", "0".repeat(32));
        stranger.say("eve", "Rollback", new Reference(end.address(), guess));
        stranger.awaitHeard("eve:UnknownTransaction");
        assertThat(heardBy("D0")).isEmpty();
        commit();
        stranger.awaitHeard("init:Committed");
    }

    @Test
    void nobodyButTheFirstInitiatorEndsATransaction() throws Exception {
        String completion = Stranger.WSAT + "/Completion";
        Reference registration = begin(); // registers "init"
        for (String place : List.of(stranger.place("other"), Stranger.ANONYMOUS, stranger.place("participant"))) {
            Reply refused = stranger.register(registration, completion, place, "init");
            assertThat(refused.faultCode()).as(place).isEqualTo("CannotRegisterParticipant");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInitiatorThatHasHeardNothingSendsItsRegistrationAgain(boolean isCalled) throws Exception {
        Reference registration = stranger.begin(transport.activation());
        String completion = Stranger.WSAT + "/Completion";
        String place = isCalled ? stranger.place("init") : Stranger.ANONYMOUS;
        Reply first = stranger.register(registration, completion, place, "", "urn:m:once");
        Reply again = stranger.register(registration, completion, place, "", "urn:m:once");
        assertThat(Reference.in(again.body())).isEqualTo(Reference.in(first.body()));
        Reply other = stranger.register(registration, completion, place, "", "urn:m:another");
        assertThat(other.faultCode()).isEqualTo("CannotRegisterParticipant");
    }

    @Test
    void anAddressThatIsNotAllowedIsNotTold() throws Exception {
        Reference registration = begin();
        Reply refused = stranger.register(registration, Stranger.WSAT + "/Completion", "http://10.0.0.1/x", "");
        assertThat(refused.status()).isEqualTo(500);
        node.allowed = address -> address.startsWith("soap://127.0.0.1:");
        Reply second = stranger.register(registration, Stranger.WSAT + "/Durable2PC", "http://10.0.0.1/x", "");
        assertThat(second.status()).isEqualTo(500);
        commit();
        stranger.awaitHeard("init:Aborted"); // who could not register may have done work
    }

    // ---- places that may not be called

    private static final String NOT_ALLOWED = "http://10.0.0.1/x?key=123";

    @Test
    void create_replyToIsNotAllowed_isRefusedOnTheConnectionAndLogged() throws Exception {
        Reply refused = stranger.post(
                transport.activation(),
                "CreateCoordinationContext",
                Stranger.replyTo(NOT_ALLOWED),
                "<wscoor:CreateCoordinationContext><wscoor:CoordinationType>" + Stranger.WSAT
                        + "</wscoor:CoordinationType></wscoor:CreateCoordinationContext>");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.faultCode()).isEqualTo("InvalidAddressingHeader");
        assertThat(node.node().coordinator().isIdle()).as("nothing is begun").isTrue();
        assertThat(notices.of(NOT_TOLD))
                .singleElement()
                .asString()
                .contains("10.0.0.1", "allowed-addresses")
                .doesNotContain("123");
    }

    @Test
    void register_replyToIsNotAllowed_isRefusedOnTheConnectionAndTheTransactionGoesOn() throws Exception {
        Reference registration = begin();
        Reply refused = stranger.post(
                registration.address(),
                "Register",
                Stranger.replyTo(NOT_ALLOWED) + registration.header(),
                "<wscoor:Register><wscoor:ProtocolIdentifier>" + Stranger.WSAT
                        + "/Durable2PC</wscoor:ProtocolIdentifier><wscoor:ParticipantProtocolService><wsa:Address>"
                        + stranger.place("participant") + "</wsa:Address></wscoor:ParticipantProtocolService>"
                        + "</wscoor:Register>");
        assertThat(refused.faultCode()).isEqualTo("InvalidAddressingHeader");
        commit();
        stranger.awaitHeard("init:Committed");
        assertThat(heardBy("participant")).as("it is not registered").isEmpty();
    }

    /** A sender may make up as many places as it likes, and fills no log by that. */
    @Test
    void notification_faultToIsNotAllowed_isLoggedOnceForEachPlaceAndForFew() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        Reference coordinator = stranger.coordinator("D0");
        for (int i = 0; i < 50; i++) {
            String place = "http://10.0.0." + (i / 2 + 1) + "/x";
            Reply taken = stranger.post(
                    coordinator.address(),
                    "Prepare",
                    Stranger.replyTo(place) + coordinator.header(),
                    "<wsat:Prepare/>");
            assertThat(taken.status()).isEqualTo(202);
        }
        Awaitility.await().until(() -> !notices.of(NOT_TOLD_MORE).isEmpty());
        Awaitility.await().until(() -> notices.of(NOT_TOLD).size() >= 10);
        assertThat(notices.of(NOT_TOLD)).hasSize(10).doesNotHaveDuplicates();
        assertThat(notices.of(NOT_TOLD_MORE)).hasSize(1);
        pass(Duration.ofSeconds(61));
        stranger.post(
                coordinator.address(),
                "Prepare",
                Stranger.replyTo("http://10.0.0.1/x") + coordinator.header(),
                "<wsat:Prepare/>");
        Awaitility.await().until(() -> notices.of(NOT_TOLD).size() == 11);
    }

    // ---- faults

    @ParameterizedTest
    @CsvSource({
        "Nonsense, http://127.0.0.1:1/x, InvalidProtocol",
        "Durable2PC, http://www.w3.org/2005/08/addressing/anonymous, InvalidParameters",
        "Volatile2PC, http://www.w3.org/2005/08/addressing/none, InvalidParameters",
        "Durable2PC, mailto:x, InvalidParameters"
    })
    void aRegistrationThatIsWrongIsRefusedByItsFault(String protocol, String place, String fault) throws Exception {
        Reply refused = stranger.register(begin(), Stranger.WSAT + "/" + protocol, place, "");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.faultCode()).isEqualTo(fault);
        commit();
        stranger.awaitHeard("init:Committed");
    }

    @Test
    void aRegistrationThatComesTooLateIsRefused() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", SILENT);
        commit();
        stranger.awaitHeard("D0:Prepare");
        Reply refused =
                stranger.register(registration, Stranger.WSAT + "/Durable2PC", stranger.place("participant"), "D1");
        assertThat(refused.faultCode()).isEqualTo("InvalidState");
        stranger.say("D0", "Prepared");
        stranger.awaitHeard("D0:Commit");
        stranger.say("D0", "Committed");
        stranger.awaitHeard("init:Committed");
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

    // ---- faults that answer what a participant is asked

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

    @Test
    void prepareOfAVolatileParticipant_isRefusedByAFaultOnTheConnection_allRollBack() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Volatile2PC", "V0", Map.of("Prepare", "fault:wsat:UnknownTransaction"));
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        commit();
        stranger.awaitHeard("init:Aborted");
        assertThat(heardBy("D0")).containsExactly("D0:Rollback");
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

    @Test
    void commit_isRefusedAtOnceByWhoKnowsNoTransaction_isAHazardAfterARestart() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", Map.of("Prepare", "Prepared", "Commit", "Committed"));
        stranger.join(
                registration,
                "Durable2PC",
                "D1",
                Map.of("Prepare", "Prepared", "Commit", "fault:wsat:UnknownTransaction"));
        commit();
        stranger.awaitHeard("init:Committed");
        assertThat(node.node().coordinator().parked())
                .as("it is not believed at once")
                .hasSize(1);
        crash(); // from then on nobody knows that it was never told
        Waiting.awaitWhileTimePasses().until(() -> {
            pass(Duration.ofMinutes(3));
            node.node().recovery().run(true);
            return node.node().coordinator().parked().stream().allMatch(each -> each.step() == Step.HEURISTIC);
        });
        assertThat(node.node().coordinator().parked()).hasSize(1);
        assertThat(node.node().notices().of(PARTICIPANT_GONE)).isEmpty();
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
        Waiting.awaitWhileTimePasses().until(() -> {
            pass(Duration.ofMinutes(3));
            node.node().recovery().run(true);
            return node.node().coordinator().parked().isEmpty();
        });
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

    @Test
    void contextsOfOtherTypesAreNotMade() throws Exception {
        Reply refused = stranger.post(
                transport.activation(),
                "CreateCoordinationContext",
                "",
                "<wscoor:CreateCoordinationContext><wscoor:CoordinationType>urn:other</wscoor:CoordinationType>"
                        + "</wscoor:CreateCoordinationContext>");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.faultCode()).isEqualTo("InvalidParameters");
    }
}
