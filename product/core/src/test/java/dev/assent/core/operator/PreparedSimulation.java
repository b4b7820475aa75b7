package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.fixture.SimulatedCrash;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Superior;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;

/**
 * Worlds by chance: a subordinate that is prepared, an operator who decides in place of its superior, the superior,
 * which has decided already and may be late, resources that are away, crashes and losses of power. Whatever comes
 * first, no answer says that an act is done before it is, and no node forgets a different outcome without reporting it
 * (laws 12 and 18). {@code -Dassent.seeds=N} says how many worlds, {@code -Dassent.seed=N} which is the first.
 */
@Fast
class PreparedSimulation {
    private static final int ACTS_MAX = 12;

    /** How many fault points an act lives through at most that the process dies in. */
    private static final int POINTS_MAX = 6;

    /** Each act may have left one failure that is still to come. */
    private static final int CALM_ROUNDS = ACTS_MAX + 2;

    private final long first = Long.getLong("assent.seed", 1);
    private final int seeds = Integer.getInteger("assent.seeds", 1_000);

    @Test
    void nothingIsToldThatIsNotSoAndNoContradictionIsForgotten() throws Exception {
        for (long seed = first; seed < first + seeds; seed++) {
            try (OperatedNode node = new OperatedNode()) {
                new World(node, seed).run();
            }
        }
    }

    /** One world. */
    private static final class World {
        private final OperatedNode node;
        private final SplittableRandom random;
        private final boolean isCommit;
        private final String replay;
        private final List<String> history = new ArrayList<>();
        private final Set<Answer> told = EnumSet.noneOf(Answer.class);

        /** Whether the superior remembers the transaction; otherwise it presumes rollback. */
        private boolean isRemembered = true;

        private final TransactionId id;

        World(OperatedNode node, long seed) throws Exception {
            this.node = node;
            this.random = new SplittableRandom(seed);
            this.isCommit = random.nextBoolean();
            this.replay = "replay: -Dtest=PreparedSimulation -Dassent.seeds=1 -Dassent.seed=" + seed;
            this.id = node.prepare();
        }

        void run() {
            for (int i = random.nextInt(1, ACTS_MAX); i > 0; i--) {
                act();
            }
            calm();
            check();
        }

        private void act() {
            if (random.nextInt(3) == 0) {
                int[] pointsLeft = {random.nextInt(POINTS_MAX)};
                node.atPoint = reached -> {
                    if (pointsLeft[0]-- == 0) {
                        throw new SimulatedCrash(reached.name());
                    }
                };
            }
            try {
                choose();
                node.atPoint = reached -> {};
            } catch (SimulatedCrash crash) {
                history.add("dies at " + crash.getMessage());
                restart();
            }
        }

        private void choose() {
            switch (random.nextInt(8)) {
                case 0, 1 -> resolve(random.nextBoolean());
                case 2 -> tell();
                case 3 -> {
                    history.add("the superior may be asked");
                    node.superior.answers(this::answer);
                }
                case 4 -> {
                    history.add("the superior is away");
                    node.superior.answers(Superior.Word::undecided);
                }
                case 5 -> recover();
                case 6 -> restart();
                default -> disturb();
            }
        }

        private void resolve(boolean commit) {
            history.add("operator: " + (commit ? "commit" : "rollback"));
            node.operator.resolve(
                    id, commit, OperatedNode.ACT, result -> history.add("operator is told " + result.kind()));
        }

        /** The superior sends its decision. It forgets a commit when it hears that it is done. */
        private void tell() {
            if (!isRemembered && random.nextInt(4) == 0) {
                isRemembered = true; // it has crashed before its end record was durable
            }
            if (!isRemembered || node.coordinator().subordinate(id) == null) {
                return;
            }
            history.add("superior: " + (isCommit ? "commit" : "rollback"));
            Answer now = isCommit
                    ? node.subordinate(id).commit(this::hear)
                    : node.subordinate(id).rollback(this::hear);
            if (now != Answer.PENDING) {
                hear(now);
            }
        }

        private void hear(Answer answer) {
            history.add("superior is told " + answer);
            if (answer != Answer.RETRY) {
                told.add(answer);
                isRemembered = answer != Answer.DONE;
            }
        }

        private void answer(Superior.Word word) {
            history.add("superior is asked, and says " + (isRemembered && isCommit ? "commit" : "rollback"));
            word.decided(isRemembered && isCommit);
        }

        private void recover() {
            history.add("recovery");
            node.recovery().run(true);
        }

        private void restart() {
            boolean isPowerLost = random.nextBoolean();
            history.add(isPowerLost ? "the power goes" : "restart");
            node.atPoint = reached -> {};
            if (isPowerLost) {
                node.disk = node.disk.snapshot();
                node.disk.losePower(random);
            }
            node.restart();
        }

        private void disturb() {
            boolean isAway = random.nextBoolean();
            history.add(isAway ? "payments is away" : "payments is back");
            node.payments.setOutage(isAway ? new IOException("away") : null);
            if (isAway) {
                node.payments.fails(random.nextBoolean() ? XaVerb.COMMIT : XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
            }
        }

        /** From here on nothing goes wrong. */
        private void calm() {
            history.add("calm");
            node.payments.setOutage(null);
            node.superior.answers(this::answer);
            for (int i = 0; i < CALM_ROUNDS; i++) {
                tell();
                recover();
            }
        }

        private void check() {
            long committed = node.orders.committed() + node.payments.committed();
            long rolledBack = node.orders.rolledBack() + node.payments.rolledBack();
            String story = replay + "\n" + String.join("\n", history);
            assertThat(committed + rolledBack).as("both have ended; %s", story).isEqualTo(2);
            boolean isAsDecided = (isCommit ? committed : rolledBack) == 2;
            if (isCommit
                    && told.contains(Answer.DONE)) { // a rollback is on no record, and its superior need not hear of it
                assertThat(isAsDecided)
                        .as("a commit that was reported as done is done; %s", story)
                        .isTrue();
            }
            GlobalTransaction kept = node.coordinator().find(id);
            if (kept == null) {
                assertThat(isAsDecided)
                        .as("nothing else is forgotten; %s", story)
                        .isTrue();
            } else {
                assertThat(kept.step()).as(story).isEqualTo(Step.HEURISTIC);
            }
        }
    }
}
