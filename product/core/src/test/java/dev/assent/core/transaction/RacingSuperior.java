package dev.assent.core.transaction;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.ByteSink;
import java.util.concurrent.atomic.AtomicReference;

/** The superior of one transaction; nobody asks it. */
final class RacingSuperior implements Superior {
    private static final LocalTransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(3, 4), 1, 0), 1);

    /** The subordinate of this superior at a node. */
    static Subordinate begin(RacingNode node) {
        return node.coordinator.subordinate(ID, RacingNode.terms(), new RacingSuperior(), Owner.NONE, begun -> {});
    }

    /** A place for one answer. */
    static final class Heard {
        private final AtomicReference<Answer> answer = new AtomicReference<>(Answer.PENDING);

        void late(Answer told) {
            answer.set(told);
        }

        /** The answer, whether it came at once or later. */
        void now(Answer told) {
            if (told != Answer.PENDING) {
                answer.set(told);
            }
        }

        Answer get() {
            return answer.get();
        }
    }

    @Override
    public String name() {
        return "superior";
    }

    @Override
    public void describe(ByteSink sink) {}

    @Override
    public void ask(LocalTransactionId asking, Word answer) {
        throw new IllegalStateException("asked");
    }

    @Override
    public void rolledBack(LocalTransactionId leaving) {}
}
