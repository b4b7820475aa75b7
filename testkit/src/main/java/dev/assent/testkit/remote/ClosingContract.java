package dev.assent.testkit.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.remote.service.CallLostException;
import dev.assent.remote.service.CallUnsentException;
import dev.assent.testkit.remote.TransportFixture.Limits;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Calls under way when a transport leaves. */
abstract class ClosingContract extends ContractPart {
    private static final long DRAIN_MILLIS = 20_000;
    private static final long LOOK_MILLIS = 50;

    private final CountDownLatch gate = new CountDownLatch(1);

    /** A transport waits longer than any test takes. */
    abstract static class Patient extends ClosingContract {
        @Override
        Limits limits() {
            return new Limits(Limits.DEFAULT.requestMillisMax(), DRAIN_MILLIS);
        }

        @Test
        void oneThatIsClosedLetsCallsUnderWayEnd() throws Exception {
            assertWaitsForACallUnderWay(b());
        }

        @Test
        void oneThatIsClosedWaitsForItsOwnCallsToo() throws Exception {
            assertWaitsForACallUnderWay(a());
        }

        private void assertWaitsForACallUnderWay(RestartableNode closed) throws Exception {
            Future<String> calling = callThatWaits();
            Future<?> closing = world().inBackground(() -> {
                closed.service().transport().close();
                return null;
            });
            assertUnderWay(closing);
            openGate();
            ContractWorld.get(closing);
            assertThat(ContractWorld.get(calling)).isNotEmpty();
            assertThatThrownBy(() -> a().office(b()).echo(null)).isInstanceOf(CallUnsentException.class);
        }

        private void assertUnderWay(Future<?> closing) {
            assertThatThrownBy(() -> closing.get(LOOK_MILLIS, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
        }
    }

    /** A transport that breaks off calls under way. */
    abstract static class Impatient extends ClosingContract {
        @Test
        void oneThatIsClosedAnswersItsOwnCallsThatHaveNoReply() throws Exception {
            Future<String> calling = callThatWaits();
            a().service().transport().close();
            assertThatThrownBy(() -> ContractWorld.get(calling))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(CallLostException.class);
            openGate();
        }

        @Test
        void oneThatLeavesARunningNodeCanComeBack() throws Exception {
            beginAtBoth();
            b().service().transport().close();
            assertThatThrownBy(() -> a().office(b()).work()).isInstanceOf(CallUnsentException.class);
            b().service().reconnect();
            a().office(b()).work();
            commit();
            world().settle();
            assertCommitted(a());
            assertThat(b().resource().known()).isZero();
            assertThat(b().resource().rolledBack()).isZero();
        }
    }

    /** A call of a transaction, whose work is not over before {@link #openGate}. */
    final Future<String> callThatWaits() throws Exception {
        b().duringWork(() -> ContractWorld.await(gate));
        Future<String> calling = world().inBackground(() -> {
            a().begin();
            return a().office(b()).work();
        });
        ContractWorld.until(() -> count("b.called") == 1);
        return calling;
    }

    final void openGate() {
        gate.countDown();
    }
}
