package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.TransactionId;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.transaction.Outcome;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Caller;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Programs and drivers whose exceptions have no text, or give it late, keep no client from hearing the end. */
@Fast
class ClientFailureTextTest extends ClientPart {
    private static final class SpeechlessException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("nobody may know");
        }
    }

    /** Like a container's proxy after its context has ended. */
    private static final class Speechless implements Synchronization {
        private final int failsAt;

        Speechless(int failsAt) {
            this.failsAt = failsAt;
        }

        @Override
        public void beforeCompletion() {
            if (failsAt == Status.STATUS_ACTIVE) {
                throw new SpeechlessException();
            }
        }

        @Override
        public void afterCompletion(int status) {
            if (failsAt == status) {
                throw new SpeechlessException();
            }
        }

        @Override
        public String toString() {
            throw new SpeechlessException();
        }
    }

    @Test
    void aSynchronizationThatFailsSpeechlessRollsBack() throws Exception {
        watchA(new Speechless(Status.STATUS_ACTIVE));
        transactions.begin();
        connector.connect(a.address("watch"), Runnable.class).run();
        work(b, ofB).run();
        assertThatThrownBy(transactions::commit).isInstanceOf(RollbackException.class);
        assertThat(ofA.rolledBack()).isEqualTo(1);
        assertThat(ofB.rolledBack()).isEqualTo(1);
        assertNothingIsLeft();
    }

    @Test
    void aSynchronizationThatFailsSpeechlessBehindTheEndKeepsNobodyFromBeingTold() throws Exception {
        transactions.begin();
        coordinator
                .services()
                .export(
                        "watch",
                        Runnable.class,
                        () -> synchronize(coordinator, new Speechless(Status.STATUS_COMMITTED)),
                        CallTransaction.MANDATORY);
        connector.connect(coordinator.address("watch"), Runnable.class).run();
        work(b, ofB).run();
        transactions.commit();
        assertThat(ofB.committed()).isEqualTo(1);
        assertNothingIsLeft();
    }

    @Test
    void workThatFailsSpeechlessAtTheCoordinatorRollsBackAndTheClientIsTold() throws Exception {
        transactions.begin();
        coordinator
                .services()
                .export(
                        "fail",
                        Runnable.class,
                        () -> {
                            throw new SpeechlessException();
                        },
                        CallTransaction.MANDATORY);
        Runnable failing = connector.connect(coordinator.address("fail"), Runnable.class);
        assertThatThrownBy(failing::run).isInstanceOf(RemoteFailureException.class);
        assertThatThrownBy(transactions::commit).isInstanceOf(RollbackException.class);
        assertNothingIsLeft();
    }

    /** A driver's exception whose text takes as long as a test wants. */
    private static final class SlowText extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient CountDownLatch asked = new CountDownLatch(1);
        private final transient CountDownLatch mayAnswer = new CountDownLatch(1);

        @Override
        public String getMessage() {
            asked.countDown();
            try {
                mayAnswer.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            return "late";
        }
    }

    @Test
    void aTextThatADriverDoesNotGiveKeepsNoOtherClientWaiting() throws Exception {
        RecordingResource home = coordinator.node().resource("home");
        TransactionId id = work(home, a, ofA);
        SlowText slow = new SlowText();
        home.throwing(XaVerb.PREPARE, slow);
        List<Response> told = new CopyOnWriteArrayList<>();
        Thread ending = new Thread(() -> told.addAll(end(id, registered(a, id), false)));
        ending.start();
        slow.asked.await();
        List<Response> begun = new CopyOnWriteArrayList<>();
        Thread beginning = new Thread(() ->
                coordinator.inbound().ask(new Caller(null, "in-process://another"), new Request.Begin(0), begun::add));
        beginning.start();
        try {
            await().until(() -> !begun.isEmpty());
        } finally {
            slow.mayAnswer.countDown();
            ending.join();
            beginning.join();
        }
        assertThat(told)
                .singleElement()
                .extracting(each -> ((Response.Ended) each).outcome())
                .isEqualTo(Outcome.ROLLED_BACK);
    }
}
