package dev.assent.server.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.WireObserver.Way;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DueAnswersTest {
    private static final Request QUESTION = new Request.Begin(1_000);
    private static final Response ANSWER = new Response.Refused(Response.Why.NOT_READY, "not yet");

    private final DueAnswers answers = new DueAnswers();

    @Test
    void whatIsAnsweredAndNotNotedIsWaitedFor() throws Exception {
        answers.passed(Way.IN, QUESTION);
        answers.passed(Way.IN, QUESTION);
        Thread waiting = new Thread(answers::awaitNoted);
        waiting.start();
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        answers.passed(Way.OUT, ANSWER);
        answers.passed(Way.OUT, ANSWER);
        waiting.join();
    }

    @Test
    void whatIsNeverAnsweredIsGivenUp() {
        answers.passed(Way.IN, QUESTION);
        answers.awaitNoted();
        answers.passed(Way.OUT, ANSWER); // late
        answers.passed(Way.IN, QUESTION);
        answers.passed(Way.OUT, ANSWER);
        assertThat(answers.isNoneDue()).isTrue();
    }

    @Test
    void whatThisProcessAsksItselfIsNotCounted() {
        answers.passed(Way.OUT, QUESTION);
        assertThat(answers.isNoneDue()).isTrue();
        answers.passed(Way.IN, ANSWER);
        assertThat(answers.isNoneDue()).isTrue();
    }
}
