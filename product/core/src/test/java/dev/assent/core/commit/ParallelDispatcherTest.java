package dev.assent.core.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.PartElsewhere;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import dev.assent.harness.Fast;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Which threads ask the participants of a step. */
@Fast
class ParallelDispatcherTest {
    private final Queue<Runnable> others = new ArrayDeque<>();
    private final List<String> asked = new ArrayList<>();
    private final List<Answer> late = new ArrayList<>();
    private final Reply reply = late::add;

    /** A participant that is prepared. */
    private class Party extends PartElsewhere {
        private final String name;
        private final boolean mayBlock;

        Party(String name, boolean mayBlock) {
            this.name = name;
            this.mayBlock = mayBlock;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public boolean mayBlock() {
            return mayBlock;
        }

        @Override
        public Answer prepare(Reply later) {
            asked.add(name);
            return Answer.PREPARED;
        }
    }

    private Answer ask(Party party, boolean last) {
        return new ParallelDispatcher(others::add).ask(Verb.PREPARE, party, reply, last);
    }

    @Test
    void whoMayBlockIsAskedByAnotherThreadWhileTheCallerAsksTheLast() {
        assertThat(ask(new Party("first", true), false)).isEqualTo(Answer.PENDING);
        assertThat(ask(new Party("last", true), true)).isEqualTo(Answer.PREPARED);
        assertThat(asked).containsExactly("last");
        assertThat(late).isEmpty();

        others.remove().run();

        assertThat(asked).containsExactly("last", "first");
        assertThat(late).containsExactly(Answer.PREPARED);
    }

    @Test
    void whoNeverBlocksIsAskedByTheCallerAtOnce() {
        assertThat(ask(new Party("first", false), false)).isEqualTo(Answer.PREPARED);
        assertThat(ask(new Party("last", false), true)).isEqualTo(Answer.PREPARED);
        assertThat(asked).containsExactly("first", "last");
        assertThat(others).isEmpty();
    }

    @Test
    void withoutAnotherThreadTheCallerAsks() {
        Dispatcher full = new ParallelDispatcher(work -> {
            throw new RejectedExecutionException("full");
        });

        assertThat(full.ask(Verb.PREPARE, new Party("first", true), reply, false))
                .isEqualTo(Answer.PREPARED);
        assertThat(asked).containsExactly("first");
    }

    @Test
    void ask_theOtherThreadHasAnError_theReplyHearsThatItsAnswerIsLost() {
        List<Throwable> lost = new ArrayList<>();
        Error error = new OutOfMemoryError("of a test");
        Party failing = new Party("first", true) {
            @Override
            public Answer prepare(Reply later) {
                throw error;
            }
        };
        Reply hearing = new Reply() {
            @Override
            public void done(Answer answer) {
                late.add(answer);
            }

            @Override
            public void lost(Throwable bug) {
                lost.add(bug);
            }
        };
        assertThat(new ParallelDispatcher(others::add).ask(Verb.PREPARE, failing, hearing, false))
                .isEqualTo(Answer.PENDING);

        assertThatThrownBy(others.remove()::run).isSameAs(error);

        assertThat(lost).containsExactly(error);
        assertThat(late).isEmpty();
    }
}
