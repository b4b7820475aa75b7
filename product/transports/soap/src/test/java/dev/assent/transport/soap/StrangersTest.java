package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.Waiting;
import dev.assent.harness.Fast;
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
 * (issue 9), also when messages are lost, late or doubled, and when the node crashes.
 */
@Fast
class StrangersTest extends StrangersPart {
    private static final int UNREACHABLE = 8020;

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
}
