package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The thread that reads messages runs a method that has always been short; the workers run all others. */
@Fast
class ShortCallTest {
    private static final Caller FROM = new Caller(null, "in-process://caller");
    private static final Duration LONG = Duration.ofMillis(1);
    private static final int SHORT_RUNS = 16;

    private final AdjustableClock clock = new AdjustableClock();
    private final ServiceNode node = new ServiceNode("bank", new InProcessFixture(clock), new EventList(), clock);
    private final List<String> ranBy = new ArrayList<>();
    private final List<Runnable> here = new ArrayList<>();
    private final List<Result> results = new ArrayList<>();
    private String runner = "nobody";
    private Runnable inCall = () -> {};

    /** The called object. */
    interface Account {
        int balance();

        void book();
    }

    private final class Bean implements Account {
        @Override
        public int balance() {
            ranBy.add(runner);
            inCall.run();
            return 7;
        }

        @Override
        public void book() {
            ranBy.add(runner);
        }
    }

    @BeforeEach
    void export() {
        clock.advance(Duration.ofHours(1));
        node.services().export("account", Account.class, new Bean(), CallTransaction.SUPPORTS);
        node.workers = work -> run("worker", work);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private void run(String by, Runnable work) {
        runner = by;
        try {
            work.run();
        } finally {
            runner = "nobody";
        }
    }

    private void call(String name, Executor reader) throws Exception {
        Method method = Account.class.getDeclaredMethod(name);
        node.inbound().callHere(FROM, new Call("account", method, new Object[0], null, 1000), reader, results::add);
    }

    /** The calls of a method that has become short. */
    private void warmUp() throws Exception {
        for (int i = 0; i < SHORT_RUNS; i++) {
            call("balance", here::add);
        }
        assertThat(here).isEmpty();
        assertThat(ranBy).hasSize(SHORT_RUNS).containsOnly("worker");
        assertThat(results).hasSize(SHORT_RUNS).containsOnly(new Result.Returned(7, Result.Effect.NONE));
        ranBy.clear();
        results.clear();
    }

    private void assertAnsweredOnce() {
        assertThat(results).containsExactly(new Result.Returned(7, Result.Effect.NONE));
    }

    @Test
    void callHere_theMethodWasAlwaysShort_isRunByTheThreadThatReads() throws Exception {
        warmUp();
        call("balance", here::add);
        assertThat(here).hasSize(1);
        assertThat(ranBy).isEmpty();
        run("reader", here.get(0));
        assertThat(ranBy).containsExactly("reader");
        assertAnsweredOnce();
    }

    @Test
    void callHere_anotherMethodWasShort_isRunByAWorker() throws Exception {
        warmUp();
        call("book", here::add);
        assertThat(here).isEmpty();
        assertThat(ranBy).containsExactly("worker");
    }

    @Test
    void callHere_theMethodWasLongOnce_isRunByAWorker() throws Exception {
        warmUp();
        inCall = () -> clock.advance(LONG);
        call("balance", work -> run("reader", work));
        inCall = () -> {};
        call("balance", here::add);
        assertThat(here).isEmpty();
        assertThat(ranBy).containsExactly("reader", "worker");
    }

    /** Else one slow call after the other would keep the thread from reading. */
    @Test
    void callHere_theMethodIsLongMeanwhile_aWorkerTakesIt() throws Exception {
        warmUp();
        call("balance", here::add);
        inCall = () -> clock.advance(LONG);
        call("balance", work -> run("reader", work));
        inCall = () -> {};
        ranBy.clear();
        results.clear();
        run("reader", here.get(0));
        assertThat(ranBy).containsExactly("worker");
        assertAnsweredOnce();
    }

    @Test
    void callHere_noWorkerTakesIt_isRefused() throws Exception {
        node.workers = work -> {
            throw new RejectedExecutionException("no thread, says a test");
        };
        call("balance", here::add);
        assertThat(results)
                .singleElement()
                .isInstanceOfSatisfying(
                        Result.Thrown.class,
                        thrown -> assertThat(thrown.failure())
                                .hasMessageContaining("ASSENT-8048")
                                .isInstanceOfSatisfying(
                                        ServiceRefusedException.class,
                                        refused -> assertThat(refused.reason())
                                                .isEqualTo(ServiceRefusedException.Reason.NOT_READY)));
        assertThat(node.isIdle()).isTrue();
    }
}
