package dev.assent.transport.iiop.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.transport.iiop.IiopSetting;
import dev.assent.transport.iiop.IiopWires;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CosTransactions.Status;
import org.omg.CosTransactions.Synchronization;
import org.omg.CosTransactions.SynchronizationPOA;

/** Where the NonTxTargetPolicy is PREVENT, an object that says nothing of transactions is not called with one. */
@Fast
class PreventedTest extends ProgramWorld {
    @Override
    IiopWires.Options options() {
        return IiopWires.Options.USUAL.with(IiopSetting.POLICY_UNSAID, "prevent");
    }

    @Test
    void anObjectThatSaysNothingIsCalledOutsideOfTransactionsAlone() throws Exception {
        Synchronization called = atShop(serve(new SynchronizationPOA() {
            @Override
            public void before_completion() {
                work();
            }

            @Override
            public void after_completion(Status status) {
                throw new AssertionError("nobody asks for it");
            }
        }));
        shop.manager().begin();
        assertThatThrownBy(called::before_completion).isInstanceOf(INVALID_TRANSACTION.class);
        shop.manager().commit();
        assertThat(events.all()).isEmpty();
        called.before_completion();
        assertThat(events.all()).containsExactly("worked alone");
    }
}
