package dev.assent.core.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import dev.assent.harness.Fast;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/**
 * From one moment on, a transaction that comes to rest belongs to recovery; before, to the thread that brought it
 * there.
 */
@Fast
class SettledTest {
    private final LinkedBlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final RacingNode node = new RacingNode(work::add);
    private final Subordinate subordinate = RacingSuperior.begin(node);
    private final GlobalTransaction transaction = subordinate.transaction();

    /** A participant that can't be reached at first, and has decided by itself when it can. */
    private static final class Stubborn extends RacingNode.Party {
        private int asked;

        @Override
        public Answer commit(Reply reply) {
            return ++asked == 1 ? Answer.RETRY : Answer.HEURISTIC_ROLLBACK;
        }
    }

    @Test
    void whatRecoveryFindsOutIsNotOutweighedByWhatWasKnownBefore() throws Exception {
        transaction.enter();
        transaction.participants().enlist(new Stubborn());
        transaction.leave();
        subordinate.prepare(late -> {});
        work.take().run();
        assertThat(subordinate.commit(late -> {})).isEqualTo(Answer.PENDING);
        Thread parking = new Thread(work.take());
        synchronized (subordinate) { // delays it between its last step and its answers
            parking.start();
            await().until(() -> parking.getState() == Thread.State.BLOCKED
                    && parking.getStackTrace()[0].getMethodName().equals("settled"));
            recover();
        }
        parking.join();
        recover();
        assertThat(subordinate.commit(late -> {})).isEqualTo(Answer.HEURISTIC_ROLLBACK);
    }

    private void recover() {
        if (transaction.forDecision().isMade()) {
            transaction.forRecovery().retry(Completion.NONE);
        }
    }
}
