package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.fixture.resource.PartElsewhere;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Reply;
import dev.assent.harness.Fast;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a participant in another process did is kept here until that participant confirms that it has forgotten. */
@Fast
class ForgetElsewhereTest extends OperatorPart {
    private final Elsewhere part = new Elsewhere();

    private JtaTransaction rolledBackElsewhere() throws Exception {
        JtaTransaction begun = world.node.beginOn(world.orders);
        begun.engine().participants().enlist(part);
        assertThatThrownBy(begun::commit).isNotNull();
        return begun;
    }

    private ActResult forget(JtaTransaction transaction) {
        return OperatedNode.told(reply -> world.operator.forget(transaction.id(), Set.of(), OperatedNode.ACT, reply));
    }

    @Test
    void forget_isNotConfirmedYet_waits() throws Exception {
        JtaTransaction heuristic = rolledBackElsewhere();
        assertThat(forget(heuristic).kind()).isEqualTo(Kind.WAITING);
        assertThat(world.coordinator().knows(heuristic.id())).isTrue();

        part.asked.remove().done(Answer.RETRY);
        world.recovery().run(true);
        assertThat(world.coordinator().knows(heuristic.id())).isTrue();

        part.asked.remove().done(Answer.DONE);
        world.recovery().run(true);
        assertThat(world.coordinator().knows(heuristic.id())).isFalse();
        assertThat(part.asked).as("asked again").isEmpty();
    }

    /** Has rolled back on its own, and says later whether it has forgotten. */
    private static final class Elsewhere extends PartElsewhere {
        private final Queue<Reply> asked = new ArrayDeque<>();

        @Override
        public Set<Capability> can() {
            return Set.of(Capability.PREPARE, Capability.FORGET);
        }

        @Override
        public Answer commit(Reply reply) {
            return Answer.HEURISTIC_ROLLBACK;
        }

        @Override
        public Answer forget(Reply reply) {
            asked.add(reply);
            return Answer.PENDING;
        }
    }
}
