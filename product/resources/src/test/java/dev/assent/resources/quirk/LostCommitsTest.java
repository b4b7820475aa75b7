package dev.assent.resources.quirk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.core.foreign.ForeignCode;
import dev.assent.harness.Fast;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.junit.jupiter.api.Test;

/** The thread that asks how commits ended, when a driver throws. */
@Fast
class LostCommitsTest {
    /** A proxy would wrap the exception. */
    private static final class Undeclared implements XADataSource {
        final AtomicInteger tries = new AtomicInteger();

        @Override
        public XAConnection getXAConnection() {
            tries.incrementAndGet();
            ForeignCode.rethrow(new Exception("a checked exception that JDBC does not declare"));
            throw new AssertionError();
        }

        @Override
        public XAConnection getXAConnection(String user, String password) {
            return getXAConnection();
        }

        @Override
        public PrintWriter getLogWriter() {
            return new PrintWriter(System.err, true);
        }

        @Override
        public void setLogWriter(PrintWriter out) {
            // it writes nothing
        }

        @Override
        public void setLoginTimeout(int seconds) {
            // it does not connect
        }

        @Override
        public int getLoginTimeout() {
            return 0;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }
    }

    @Test
    void endingOf_theDriverThrowsAnUndeclaredException_theThreadAsksAgain() throws Exception {
        Undeclared source = new Undeclared();
        LostCommits commits = new LostCommits(
                new LostCommits.Asked("orders", source, Duration.ofHours(1), Duration.ofHours(1), () -> false));
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<Ending> ending = threads.submit(
                    () -> commits.endingOf(new TransactionNumber(1, false, false, new LogPosition("a", "b", "c", 0))));
            await().until(() -> source.tries.get() > 2);
            commits.close();
            assertThat(ending.get()).isEqualTo(Ending.OPEN);
        } finally {
            commits.close();
            threads.shutdown();
        }
    }
}
