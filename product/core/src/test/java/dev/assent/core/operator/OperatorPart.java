package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeId;
import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.OperatorRequest.Flags;
import dev.assent.OperatorRequest.Verb;
import dev.assent.TransactionId;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.xa.XaVerb;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;

/** A node and its operator, for tests of what operators do. */
abstract class OperatorPart {
    static final NodeId OTHER = new NodeId(7, 7);

    final OperatedNode world = new OperatedNode();

    @AfterEach
    void closeNode() {
        world.close();
    }

    OperatorAnswer ask(Verb verb, String subject, Flags flags) {
        List<OperatorAnswer> answers = new ArrayList<>();
        new OperatorConsole(world.operator)
                .run(new OperatorRequest(verb, subject, flags, "mended"), "alice", answers::add);
        assertThat(answers).as("answered once").hasSize(1);
        return answers.get(0);
    }

    String list(Flags flags) {
        return ask(Verb.LIST, "", flags).text();
    }

    String show(TransactionId id) {
        return ask(Verb.SHOW, id.toString(), Flags.NONE).text();
    }

    /**
     * The process ends at this point of an act, and its successor makes a pass of recovery. After a loss of power
     * unforced data are lost.
     *
     * @return whether the act was on record by then
     */
    boolean crashAndRecover(FaultPoint point, Callable<?> act) {
        world.crash(point, act);
        world.disk = world.disk.snapshot();
        if (point == FaultPoint.BEFORE_FORCE) {
            world.disk.losePower(world.random);
        }
        world.restart();
        world.recovery().run(true);
        return point != FaultPoint.BEFORE_FORCE;
    }

    /** A transaction whose last resource was asked to commit when the process ended (law 13). */
    TransactionId lastResourceInDoubt() throws Exception {
        JtaTransaction begun = world.node.beginOn(world.orders, world.payments);
        begun.enlistLastResource(world.ledger.name(), world.ledger.work());
        world.crash(FaultPoint.BEFORE_LAST, () -> {
            begun.commit();
            return null;
        });
        world.restart();
        world.recovery().run(true);
        assertThat(world.orders.known() + world.payments.known())
                .as("left in doubt")
                .isEqualTo(2);
        world.events.clear();
        return begun.id();
    }

    JtaTransaction heuristic() throws Exception {
        world.orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        JtaTransaction transaction = world.node.beginOn(world.orders, world.payments);
        assertThatThrownBy(transaction::commit).isNotNull();
        world.events.clear();
        return transaction;
    }
}
