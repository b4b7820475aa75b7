package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.transport.soap.Stranger.Reference;
import dev.assent.transport.soap.Stranger.Reply;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A whole node as coordinator of strangers that take part in Volatile2PC: they are asked first and told last. */
@Fast
class VolatileStrangersTest extends StrangersPart {
    private static final int FORBIDDEN = 8017;

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
}
