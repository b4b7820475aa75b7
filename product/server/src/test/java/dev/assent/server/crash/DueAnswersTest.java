package dev.assent.server.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.WireObserver.Way;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Whose answers are waited for, and for how long. */
@Fast
class DueAnswersTest {
    private static final long LONG_MILLIS = 600_000;
    private static final Request QUESTION = new Request.Begin(1_000);
    private static final Response ANSWER = new Response.Refused(Response.Why.NOT_READY, "not yet");
    private static final Call CALL =
            new Call("account", Object.class.getMethods()[0], new Object[0], null, LONG_MILLIS);
    private static final Result RESULT = new Result.Returned(null, Result.Effect.NONE);

    private final DueAnswers answers = new DueAnswers(LONG_MILLIS);
    private final DueAnswers impatient = new DueAnswers(1);
    private final AtomicBoolean isOver = new AtomicBoolean();

    private static boolean awaitNoted(DueAnswers answers) {
        return answers.awaitNoted(() -> false);
    }

    private Thread waiting() {
        Thread waiting = new Thread(() -> answers.awaitNoted(isOver::get));
        waiting.setDaemon(true);
        waiting.start();
        Awaitility.await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        return waiting;
    }

    @Test
    void whatIsAnsweredAndNotNotedIsWaitedFor() throws Exception {
        answers.passed(Way.IN, QUESTION);
        answers.passed(Way.IN, CALL);
        Thread waiting = waiting();
        answers.passed(Way.OUT, ANSWER);
        answers.passed(Way.OUT, RESULT);
        waiting.join();
    }

    @Test
    void whatHasComeLaterIsNotWaitedFor() throws Exception {
        answers.passed(Way.IN, QUESTION);
        Thread waiting = waiting();
        answers.passed(Way.IN, QUESTION);
        answers.passed(Way.OUT, ANSWER);
        waiting.join();
    }

    @Test
    void nobodyWaitsAnyMoreWhenThatIsOver() throws Exception {
        answers.passed(Way.IN, QUESTION);
        Thread waiting = waiting();
        isOver.set(true);
        answers.wake();
        waiting.join();
    }

    @Test
    void whatIsGivenUpIsNotWaitedForAgain() {
        impatient.passed(Way.IN, CALL);
        assertThat(awaitNoted(impatient)).isFalse();
        impatient.passed(Way.IN, QUESTION);
        impatient.passed(Way.OUT, ANSWER);
        assertThat(awaitNoted(impatient)).isTrue();
    }

    /** Otherwise a thread that waits for the later answer would go on before that is noted. */
    @Test
    void aLateAnswerIsNotThatOfWhatHasComeAfterwards() {
        impatient.passed(Way.IN, CALL);
        assertThat(awaitNoted(impatient)).isFalse();
        impatient.passed(Way.IN, CALL);
        impatient.passed(Way.OUT, RESULT); // late
        assertThat(awaitNoted(impatient)).as("the later one is due").isFalse();
    }

    @Test
    void aResultIsNoAnswerToAQuestion() {
        impatient.passed(Way.IN, QUESTION);
        impatient.passed(Way.IN, CALL);
        impatient.passed(Way.OUT, RESULT);
        impatient.passed(Way.OUT, RESULT);
        assertThat(awaitNoted(impatient)).isFalse();
    }

    @Test
    void whatIsForgottenHasNoAnswer() {
        impatient.passed(Way.IN, QUESTION);
        impatient.forget();
        impatient.passed(Way.OUT, ANSWER); // late
        impatient.passed(Way.IN, QUESTION);
        assertThat(awaitNoted(impatient)).isFalse();
        impatient.passed(Way.OUT, ANSWER);
        assertThat(awaitNoted(impatient)).isTrue();
    }

    @Test
    void whatThisProcessAsksItselfIsNotCounted() {
        impatient.passed(Way.OUT, QUESTION);
        impatient.passed(Way.IN, ANSWER);
        impatient.passed(Way.OUT, CALL);
        impatient.passed(Way.IN, RESULT);
        assertThat(awaitNoted(impatient)).isTrue();
    }
}
