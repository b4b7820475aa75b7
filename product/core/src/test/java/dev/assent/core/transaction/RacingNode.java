package dev.assent.core.transaction;

import static dev.assent.core.race.Threads.check;

import dev.assent.NodeId;
import dev.assent.core.commit.Dispatcher;
import dev.assent.core.commit.PresumedAbort;
import dev.assent.core.log.MemoryDecisionLog;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.participant.Capability;
import dev.assent.core.participant.Participant;
import dev.assent.core.participant.Reply;
import dev.assent.core.time.Clock;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The engine of a node with a log in memory, for races. Its clock moves only when a test says that the time is over.
 */
final class RacingNode {
    private static final long TIMEOUT_MILLIS = 1;

    private volatile long nanos;

    final Coordinator coordinator;

    /** A node in which the calling thread does all work. */
    RacingNode() {
        this(Runnable::run);
    }

    /** A node that hands work that must not hold up its caller to this executor. */
    RacingNode(Executor background) {
        coordinator = new Coordinator(new CoordinatorPorts(
                new MemoryDecisionLog(() -> new NodeId(1, 2)),
                new StandingClock(),
                Dispatcher.INLINE,
                background,
                Thread::yield,
                null,
                null,
                2));
    }

    private final class StandingClock implements Clock {
        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public long epochMillis() {
            return 1;
        }
    }

    /** The terms of a transaction with a timeout. */
    static Terms terms() {
        return new Terms(TIMEOUT_MILLIS, PresumedAbort.INSTANCE);
    }

    /** From now on every present transaction has timed out. */
    void timeIsOver() {
        nanos = TIMEOUT_MILLIS * 1_000_000;
    }

    /** A participant of one transaction that answers at once, and checks that it is ended once. */
    static class Party implements Participant {
        final AtomicInteger commits = new AtomicInteger();
        final AtomicInteger rollbacks = new AtomicInteger();
        private final AtomicInteger inside = new AtomicInteger();

        private Answer verb(Answer answer) {
            check(inside.incrementAndGet() == 1, "two verbs at the same time");
            inside.decrementAndGet();
            return answer;
        }

        @Override
        public Set<Capability> can() {
            return Set.of(Capability.PREPARE);
        }

        @Override
        public Answer prepare(Reply reply) {
            return verb(Answer.PREPARED);
        }

        @Override
        public Answer commit(Reply reply) {
            check(commits.incrementAndGet() == 1 && rollbacks.get() == 0, "ended twice");
            return verb(Answer.DONE);
        }

        @Override
        public Answer rollback(Reply reply) {
            check(rollbacks.incrementAndGet() == 1 && commits.get() == 0, "ended twice");
            return verb(Answer.DONE);
        }

        @Override
        public Answer commitOnePhase(Reply reply) {
            return commit(reply);
        }

        @Override
        public Throwable problem() {
            return null;
        }

        @Override
        public String name() {
            return "party";
        }

        @Override
        public void describe(ByteSink sink) {}
    }
}
