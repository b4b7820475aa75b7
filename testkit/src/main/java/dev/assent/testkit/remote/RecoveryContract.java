package dev.assent.testkit.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.remote.service.RemoteFailureException;
import dev.assent.remote.transport.Transport.Feature;
import dev.assent.testkit.storage.SimulatedDisk;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Transactions of nodes that lose their power, and start again from their logs. */
abstract class RecoveryContract extends ContractPart {
    /** Begins at both and commits, and kills these nodes before a message of this kind is sent. */
    private void commitWhileKilling(MessageKind before, RestartableNode... killed) throws Exception {
        wire().next(before, passage -> {
            for (RestartableNode each : killed) {
                each.kill();
            }
            passage.lose();
        });
        commitInBackground();
        for (RestartableNode each : killed) {
            ContractWorld.until(() -> !each.isAlive());
        }
    }

    @Test
    void aSuperiorThatRestartsRepeatsItsDecision() throws Exception {
        wire().all(MessageKind.INQUIRE, Passage::lose);
        commitWhileKilling(MessageKind.COMMIT, a());
        assertThat(b().resource().committed()).isZero();
        a().start();
        world().settle();
        assertCommitted(a(), b());
    }

    @Test
    void aSubordinateThatRestartsAsksWhatIsDecided() throws Exception {
        assumeTrue(can(Feature.INQUIRY));
        commitWhileKilling(MessageKind.COMMIT, b());
        b().start();
        world().settle(b());
        assertCommitted(b());
        assertThat(wire().sent(MessageKind.INQUIRE)).isPositive();
        world().settle();
        assertCommitted(a(), b());
    }

    @Test
    void aSubordinateThatRestartsIsToldAgain() throws Exception {
        wire().all(MessageKind.INQUIRE, Passage::lose);
        commitWhileKilling(MessageKind.COMMIT, b());
        b().start();
        world().settle();
        assertCommitted(a(), b());
    }

    @Test
    void bothRestartAfterTheDecision() throws Exception {
        commitWhileKilling(MessageKind.COMMIT, a(), b());
        b().start();
        world().recoverInVain(b());
        assertPrepared(b());
        a().start();
        world().settle();
        assertCommitted(a(), b());
    }

    @Test
    void aSubordinateThatRestartsAfterItHasCommittedIsAskedInVain() throws Exception {
        wire().beforeAnswer(MessageKind.COMMIT, () -> b().kill());
        commitInBackground();
        ContractWorld.until(() -> !b().isAlive());
        b().start();
        world().settle();
        assertCommitted(a(), b());
    }

    @Test
    void aSuperiorThatRestartsBeforeItHasDecidedRollsBack() throws Exception {
        assumeTrue(can(Feature.INQUIRY));
        wire().beforeAnswer(MessageKind.PREPARE, () -> a().kill());
        commitInBackground();
        ContractWorld.until(() -> !a().isAlive());
        a().start();
        world().settle();
        assertRolledBack(a(), b());
    }

    @Test
    void aSubordinateWhoseVoteIsLostWithItRollsBack() throws Exception {
        assumeTrue(can(Feature.INQUIRY));
        wire().beforeAnswer(MessageKind.PREPARE, () -> b().kill());
        commitInBackground();
        ContractWorld.until(() -> !b().isAlive());
        world().pass(Duration.ofMillis(limits().requestMillisMax()));
        b().start();
        world().settle();
        assertRolledBack(a(), b());
    }

    @Test
    void aSuperiorSaysNothingBeforeItHasReadItsLog() throws Exception {
        assumeTrue(can(Feature.INQUIRY));
        wire().all(MessageKind.COMMIT, Passage::lose);
        beginAtBoth();
        commit();
        b().restart();
        a().service().setReady(false);
        world().recoverInVain(b());
        assertPrepared(b());
        a().service().setReady(true);
        world().settle(b());
        assertCommitted(b());
    }

    @Test
    void anotherNodeAtItsAddressDoesNotSpeakForASuperior() throws Exception {
        assumeTrue(can(Feature.INQUIRY));
        commitWhileKilling(MessageKind.COMMIT, b());
        SimulatedDisk log = a().kill();
        a().startAnother();
        b().start();
        world().recoverInVain(b());
        assertPrepared(b());
        a().kill();
        a().start(log);
        world().settle();
        assertCommitted(a(), b());
    }

    @Test
    void anotherNodeAtItsAddressDoesNotSpeakForASubordinate() throws Exception {
        commitWhileKilling(MessageKind.COMMIT, b());
        SimulatedDisk log = b().disk();
        b().startAnother();
        world().recoverInVain(a());
        Awaitility.await()
                .until(() ->
                        a().coordinator().parked().size() == 1); // the commit in the background may not be parked yet
        b().kill();
        b().start(log);
        world().settle();
        assertCommitted(a(), b());
    }

    @Test
    void aSubordinateThatHasLostItsWorkForcesARollback() throws Exception {
        beginAtBoth();
        b().restart();
        assertCommitRollsBack();
        world().settle();
        assertRolledBack(a(), b());
    }

    @Test
    void aSubordinateThatRestartsBetweenTwoCallsForcesARollback() throws Exception {
        beginAtBoth();
        b().restart();
        assertThatThrownBy(() -> a().office(b()).work()).isInstanceOf(RemoteFailureException.class);
        assertCommitRollsBack();
        world().settle();
        assertRolledBack(a(), b());
    }

    @Test
    void aSuperiorThatForgotRollsBackWhatIsNotPrepared() throws Exception {
        beginAtBoth();
        a().restart();
        world().pass(Duration.ofSeconds(60));
        world().settle();
        assertRolledBack(a(), b());
    }

    @Test
    void oneInTheMiddleThatRestartsTellsTheOneBelow() throws Exception {
        wire().next(MessageKind.COMMIT, passage -> {
            b().kill();
            passage.lose();
        });
        a().begin();
        a().office(b()).workAndPassOn(c().officeAddress());
        commit();
        assertPrepared(c());
        b().start();
        world().settle();
        assertCommitted(a(), b(), c());
    }

    @Test
    void oneAtTheEndThatRestartsHoldsNobodyUp() throws Exception {
        a().begin();
        a().office(b()).workAndPassOn(c().officeAddress());
        RestartableNode last = c();
        wire().all(MessageKind.COMMIT, passage -> {
            if (last.isAt(passage.to())) {
                wire().mend();
                last.kill();
                passage.lose();
            } else {
                passage.deliver();
            }
        });
        commit();
        ContractWorld.until(() -> !last.isAlive());
        assertThat(a().resource().committed()).isOne();
        ContractWorld.until(() -> b().resource().committed() == 1);
        last.start();
        world().settle();
        assertCommitted(a(), b(), c());
    }
}
