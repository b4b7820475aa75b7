package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.RecoveryReport;
import dev.assent.TransactionId;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.fixture.resource.RecordingLocalResource;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicMixedException;
import java.io.IOException;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Law 11: if a branch is gone and no commit was ever sent to it, that is a hazard and never a commit. */
@Fast
class LostBranchTest {
    private final OperatedNode world = new OperatedNode();

    @AfterEach
    void closeNode() {
        world.close();
    }

    /** A transaction whose last resource has committed, and its answer is lost. */
    private TransactionId inDoubt(RecordingLocalResource last) throws Exception {
        last.losesAnswer(true);
        JtaTransaction begun = world.node.beginOn(world.orders);
        begun.enlistLastResource(last.name(), last.work());
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
        return begun.id();
    }

    private void assertHazard(TransactionId id) {
        assertThat(world.known(id).participants().heuristics())
                .singleElement()
                .asString()
                .contains("HAZARD");
    }

    @Test
    void whatAnOperatorResolvesAfterTheLastResourceIsNotToldToBeCommittedThere() throws Exception {
        TransactionId id = inDoubt(world.ledger);
        world.orders.loseAll();

        assertThat(world.resolve(id, true).text()).contains("HAZARD").doesNotContain("committed on");

        assertHazard(id);
    }

    @Test
    void whatIsLostWhileItsResourceIsAwayAndTheMarkerSaysCommittedIsAHazard() throws Exception {
        TransactionId id = inDoubt(world.archive);
        world.orders.setOutage(new IOException("down"));
        world.recovery().run(true);
        world.orders.loseAll();
        world.orders.setOutage(null);

        RecoveryReport report = world.recovery().run(true);

        assertThat(report.committed()).isZero();
        assertHazard(id);
    }

    @Test
    void whatIsLostAfterACrashBehindTheLastResourceIsAHazard() throws Exception {
        JtaTransaction begun = world.node.beginOn(world.orders);
        begun.enlistLastResource(world.archive.name(), world.archive.work());
        world.crash(FaultPoint.AFTER_LAST, () -> {
            begun.commit();
            return null;
        });
        world.restart();
        world.orders.loseAll();

        world.recovery().run(true);
        world.recovery().run(true);

        assertHazard(begun.id());
    }

    @Test
    void whatIsLostBetweenAResolutionAndItsCommitIsAHazard() {
        BranchXid leftAlone = OperatedNode.branch(world.coordinator().life(), 'Z', 1);
        world.orders.plant(leftAlone);
        world.atPoint = reached -> {
            if (reached == FaultPoint.AFTER_FORCE) {
                world.orders.loseAll();
            }
        };

        assertThat(world.resolve(leftAlone.transaction(), true).text()).contains("HAZARD");

        assertHazard(leftAlone.transaction());
    }

    @Test
    void whatWasLostIsToldOnceMoreAfterARestart() throws Exception {
        TransactionId id = inDoubt(world.ledger);
        world.orders.loseAll();
        world.resolve(id, true);
        world.restart();
        world.recovery().run(true);
        assertHazard(id);
    }

    /** Some resources keep a listed branch from all but the session that prepared it. */
    @Test
    void whatIsListedAndSaidToBeUnknownIsAskedAgainAndIsAHazardWhenItIsGone() throws Exception {
        TransactionId id = inDoubt(world.archive);
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_NOTA);

        assertThat(world.recovery().run(true).waiting()).isEqualTo(1);
        world.recovery().run(true);

        assertHazard(id);
    }

    @Test
    void whatIsListedAndSaidToBeUnknownIsCommittedWhenItIsListedAgain() throws Exception {
        TransactionId id = inDoubt(world.archive);
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_NOTA);
        assertThat(world.recovery().run(true).waiting()).isEqualTo(1);
        world.orders.plant(new BranchXid(id, world.coordinator().life(), BranchXid.PRESUMED_ABORT, 1));

        assertThat(world.recovery().run(true).committed()).isEqualTo(1);

        assertThat(world.orders.committed()).isEqualTo(1);
    }
}
