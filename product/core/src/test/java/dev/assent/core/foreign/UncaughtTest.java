package dev.assent.core.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The last place for a failure reports it, and throws nothing itself. */
@Fast
class UncaughtTest {
    private static final class Unshown extends Error {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            throw new Unshown();
        }
    }

    /** On a thread with this handler; returns what ended the thread. */
    private static Throwable told(Throwable failure, Thread.UncaughtExceptionHandler handler) throws Exception {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                Uncaught.tell(failure);
                ended.complete(new Throwable("none"));
            } catch (Throwable thrown) {
                ended.complete(thrown);
            }
        });
        thread.setUncaughtExceptionHandler(handler);
        thread.start();
        return ended.get();
    }

    @Test
    void tell_aHandlerThatWorks_hasTheFailure() throws Exception {
        List<Throwable> heard = new ArrayList<>();
        IllegalStateException failure = new IllegalStateException("a bug");
        assertThat(told(failure, (thread, thrown) -> heard.add(thrown))).hasMessage("none");
        assertThat(heard).containsExactly(failure);
    }

    @Test
    void tell_aHandlerThatThrows_theThreadGoesOn() throws Exception {
        Throwable ended = told(new IllegalStateException("a bug"), (thread, thrown) -> {
            throw new OutOfMemoryError("of a test");
        });
        assertThat(ended).hasMessage("none");
    }

    @Test
    void tell_aFailureWhoseTextThrows_theThreadGoesOn() throws Exception {
        assertThat(told(new Unshown(), (thread, thrown) -> new Throwable(thrown.toString())))
                .hasMessage("none");
    }

    @Test
    void report_theReportFails_theFailureGoesToTheHandler() throws Exception {
        CompletableFuture<Throwable> heard = new CompletableFuture<>();
        IllegalStateException failure = new IllegalStateException("a bug");
        Thread thread = new Thread(() -> ForeignCode.report(failure, told -> {
            throw new NoClassDefFoundError("of a test");
        }));
        thread.setUncaughtExceptionHandler((same, thrown) -> heard.complete(thrown));
        thread.start();
        assertThat(heard.get()).isSameAs(failure);
    }
}
