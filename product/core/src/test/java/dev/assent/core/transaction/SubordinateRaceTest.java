package dev.assent.core.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.PresumedAbortSubordinate;
import dev.assent.core.commit.Step;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.participant.Reply;
import dev.assent.core.race.Threads;
import dev.assent.harness.Run;
import dev.assent.harness.Sampled;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * A coordinator with the subordinate of one superior: calls that arrive, the superior's verbs, inquiries, an operator
 * who decides in place, a pool that gives up, and lookups. A seed chooses what two threads do at the same time; which of
 * them is first is left to chance.
 */
@Sampled
class SubordinateRaceTest {
    private static final int RACES = Run.isWhole() ? 50_000 : 1_000;
    private static final int ACTS = 4;
    private static final TransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(7, 8), 1, 0), 1);
    private static final Act ACT = new Act("operator", 1, "the superior is away");
    private static final Exception LOST = new Exception("the connection is lost");
    private static final int TRIES = 4;

    @Test
    void allEndAsDecidedAndTheSuperiorHearsIt() {
        for (long seed = 1; seed <= RACES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Race race = new Race();
            race.call();
            int[] first = random.ints(ACTS, 0, Race.KINDS).toArray();
            int[] second = random.ints(ACTS, 0, Race.KINDS).toArray();
            new Threads().together(() -> race.act(first), () -> race.act(second));
            race.verify("seed " + seed);
        }
    }

    /** One transaction of the superior in a node. */
    private static final class Race {
        private static final int KINDS = 7;

        private final RacingNode node = new RacingNode();
        private final Root superior = new Root();
        private final List<Work> all = new CopyOnWriteArrayList<>();
        private final Heard vote = new Heard();

        /** The one to which the superior speaks. */
        private final AtomicReference<Subordinate> first = new AtomicReference<>();

        // Parties that do one thing at a time.
        private final Object superiors = new Object();
        private final Object recovery = new Object();
        private final Object operators = new Object();
        private final Object pool = new Object();

        /** What the superior decided; null before. */
        private volatile Boolean decision;

        private volatile boolean isResolvedHere;

        void act(int[] kinds) {
            for (int kind : kinds) {
                switch (kind) {
                    case 0 -> call();
                    case 1 -> prepare();
                    case 2 -> decide();
                    case 3 -> inquire();
                    case 4 -> rollBackInPlace();
                    case 5 -> abandon();
                    default -> find();
                }
            }
        }

        /** A call of the superior's transaction comes: while a subordinate works, it is the only one (law 14). */
        void call() {
            Terms terms = new Terms(1, PresumedAbortSubordinate.INSTANCE);
            Subordinate here = node.coordinator.subordinate(ID, terms, superior, Owner.NONE, made -> {});
            Subordinate known = first.compareAndSet(null, here) ? here : first.get();
            Threads.check(here == known || known.transaction().step() != Step.ACTIVE, "a second subordinate");
            if (here.transaction().enter() == Admission.ADMITTED) {
                Work work = new Work(here, new RacingNode.Party());
                all.add(work);
                here.transaction().participants().enlist(work.party);
                here.transaction().leave();
            }
        }

        private void prepare() {
            synchronized (superiors) {
                if (decision == null) {
                    vote.of(first.get().prepare(vote));
                }
            }
        }

        /** The superior decides, and says so; it may do so again. */
        private void decide() {
            synchronized (superiors) {
                if (decision == null) {
                    decision = vote.answer == Answer.PREPARED;
                }
                tell();
            }
        }

        private Answer tell() {
            Heard heard = new Heard();
            Subordinate here = first.get();
            return heard.of(decision ? here.commit(heard) : here.rollback(heard)).answer;
        }

        /** The node asks its superior, and a recovery pass follows. */
        private void inquire() {
            synchronized (recovery) {
                first.get().inquire(Superior.Word.IGNORED);
                recover();
            }
        }

        private void recover() {
            for (GlobalTransaction each : node.coordinator.parked()) {
                if (each.step().isParked() || each.forDecision().isTold()) {
                    each.forRecovery().retry(Completion.NONE);
                }
            }
        }

        private void rollBackInPlace() {
            synchronized (operators) {
                OperatorView view = first.get().transaction().forOperator();
                if (view.claimHere()) {
                    isResolvedHere = true;
                    view.resolveHere(false, ACT);
                }
            }
        }

        private void abandon() {
            synchronized (pool) {
                node.coordinator.active().forEach(each -> each.unasked().abandon(LOST));
            }
        }

        private void find() {
            Subordinate here = first.get();
            boolean isFound = node.coordinator.subordinate(ID) == here;
            Threads.check(isFound || here.transaction().step() != Step.ACTIVE, "the subordinate is not found");
        }

        /** All work is done as decided, once, and the superior hears what was done. */
        void verify(String race) {
            decide();
            abandon();
            Answer heard = tell();
            for (int i = 0; i < TRIES; i++) {
                recover();
                heard = tell();
            }
            boolean isCommitted = decision && !isResolvedHere;
            for (Work each : all) {
                int commits = each.of == first.get() && isCommitted ? 1 : 0;
                assertThat(each.party.commits).as("commits, %s", race).hasValue(commits);
                assertThat(each.party.rollbacks).as("rollbacks, %s", race).hasValue(1 - commits);
            }
            boolean isAgainst = decision && isResolvedHere;
            assertThat(heard).as(race).isEqualTo(isAgainst ? Answer.HEURISTIC_ROLLBACK : Answer.DONE);
            if (!isAgainst) {
                assertThat(node.coordinator.knows(ID))
                        .as("the node knows it, %s", race)
                        .isFalse();
            }
        }

        /** Answers inquiries at once. */
        private final class Root implements Superior {
            @Override
            public String name() {
                return "root";
            }

            @Override
            public void describe(ByteSink sink) {}

            @Override
            public void ask(LocalTransactionId asking, Word answer) {
                Boolean decided = decision;
                if (decided == null) {
                    answer.undecided();
                } else {
                    answer.decided(decided);
                }
            }

            @Override
            public void rolledBack(LocalTransactionId leaving) {}
        }
    }

    /** Work that a call did in a subordinate. */
    private record Work(Subordinate of, RacingNode.Party party) {}

    /** Keeps the last answer. */
    private static final class Heard implements Reply {
        private volatile Answer answer = Answer.PENDING;

        Heard of(Answer now) {
            if (now != Answer.PENDING) {
                answer = now;
            }
            return this;
        }

        @Override
        public void done(Answer late) {
            answer = late;
        }
    }
}
