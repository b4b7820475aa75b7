package dev.assent.transport.iiop.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.transport.iiop.IiopSetting;
import dev.assent.transport.iiop.IiopWires;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.TRANSIENT;
import org.omg.CORBA.portable.ApplicationException;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.ResourceHelper;

/** As many calls as are allowed wait for what a transaction has, and its end is not kept waiting by them. */
@Fast
class ServedLoadTest extends StrangerWorld {
    private static final int CALLS = 2;

    private final CountDownLatch busy = new CountDownLatch(CALLS);
    private final CountDownLatch lock = new CountDownLatch(1);

    /** The exported interface. */
    public interface Account {
        /** Waits for a lock. */
        int add(int amount);
    }

    @Override
    IiopWires.Options options() {
        return IiopWires.Options.USUAL.with(IiopSetting.CALLS_MAX, CALLS).with(IiopSetting.REQUESTS_MAX, 1);
    }

    @Test
    void callsThatWaitForATransactionDoNotKeepItFromItsEnd() throws Exception {
        bank.services()
                .export(
                        "account",
                        Account.class,
                        amount -> {
                            busy.countDown();
                            try {
                                lock.await();
                            } catch (InterruptedException ended) {
                                throw new IllegalStateException(ended);
                            }
                            return amount;
                        },
                        CallTransaction.NOT_SUPPORTED);
        org.omg.CORBA.Object account = stranger.resolve(place(), "account");
        Control control = stranger.factory(place()).create(60);
        control.get_coordinator()
                .register_resource(
                        ResourceHelper.unchecked_narrow(stranger.serve(new RecordedResource("one", events))));
        CompletableFuture<?>[] calls = new CompletableFuture<?>[CALLS];
        for (int i = 0; i < CALLS; i++) {
            calls[i] = CompletableFuture.supplyAsync(() -> call(account), work -> new Thread(work, "caller").start());
        }
        busy.await();
        try {
            assertThatThrownBy(() -> call(account))
                    .as("one too many")
                    .isInstanceOfSatisfying(
                            TRANSIENT.class,
                            refused -> assertThat(refused.completed).isEqualTo(CompletionStatus.COMPLETED_NO));
            control.get_terminator().commit(true);
        } finally {
            lock.countDown();
        }
        assertThat(events.all()).containsExactly("one.commit_one_phase");
        for (CompletableFuture<?> each : calls) {
            assertThat(each.get()).isEqualTo(1);
        }
    }

    private static int call(org.omg.CORBA.Object account) {
        try {
            return Stranger.call(account, "add", 1);
        } catch (ApplicationException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
