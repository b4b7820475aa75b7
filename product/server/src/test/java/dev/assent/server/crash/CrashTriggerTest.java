package dev.assent.server.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.observe.FaultPoint;
import dev.assent.harness.Fast;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.WireObserver.Way;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Which thread stops where. */
@Fast
class CrashTriggerTest {
    private static final Request QUESTION = new Request.Begin(1_000);
    private static final Response ANSWER = new Response.Refused(Response.Why.NOT_READY, "not yet");

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final DueAnswers answers = new DueAnswers(600_000);
    private final CrashTrigger trigger = new CrashTrigger(said::add, answers);

    private Thread passes(Way way, Object message) {
        Thread thread = new Thread(() -> trigger.passed(way, "peer", message, 0));
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private Thread asks() {
        Thread asked = passes(Way.IN, new Request.Ask(RemoteVerb.PREPARE, null));
        Awaitility.await().until(() -> asked.getState() == Thread.State.TIMED_WAITING);
        return asked;
    }

    /** The trigger notes an answer after it is sent, so the next question may come before the note. */
    @Test
    void nobodyIsAskedBeforeWhatItHasSaidIsNoted() throws Exception {
        trigger.arm("OUT_REFUSED", CrashTrigger.WHOLE);
        trigger.passed(Way.IN, "peer", QUESTION, 0);
        Thread asked = asks();
        Thread answered = passes(Way.OUT, ANSWER);
        Awaitility.await().until(() -> asked.getState() == Thread.State.WAITING);
        assertThat(said).singleElement().asString().startsWith(VictimProcess.REACHED);
        trigger.goOn();
        asked.join();
        answered.join();
    }

    @Test
    void whoIsAskedGoesOnWhenTheAnswerWasAnother() throws Exception {
        trigger.arm("OUT_BEGUN", CrashTrigger.WHOLE);
        trigger.passed(Way.IN, "peer", QUESTION, 0);
        Thread asked = asks();
        trigger.passed(Way.OUT, "peer", ANSWER, 0);
        asked.join();
        assertThat(said).isEmpty();
    }

    @Test
    void whatIsDueWhenItIsArmedIsOfWhatWasBefore() {
        DueAnswers impatient = new DueAnswers(1);
        CrashTrigger again = new CrashTrigger(said::add, impatient);
        again.passed(Way.IN, "peer", QUESTION, 0);
        again.arm("OUT_REFUSED", CrashTrigger.WHOLE);
        again.disarm();
        again.passed(Way.IN, "peer", QUESTION, 0);
        again.passed(Way.OUT, "peer", ANSWER, 0);
        assertThat(impatient.awaitNoted(() -> false)).isTrue();
    }

    /** Regression: on a slow machine the node forced idle records, and the transfer was stopped before its decision. */
    @Test
    void aCheckpointOfAnotherThreadStopsNobody() throws Exception {
        trigger.arm(FaultPoint.AFTER_CHECKPOINT.name(), CrashTrigger.WHOLE);
        Thread ticker = new Thread(() -> trigger.at(FaultPoint.AFTER_CHECKPOINT, null, CrashTrigger.WHOLE));
        ticker.start();
        ticker.join();
        assertThat(said).isEmpty();
    }
}
