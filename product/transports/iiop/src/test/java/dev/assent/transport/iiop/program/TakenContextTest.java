package dev.assent.transport.iiop.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.transport.iiop.IiopSetting;
import dev.assent.transport.iiop.IiopWires;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.BAD_INV_ORDER;
import org.omg.CosTransactions.ADAPTS;
import org.omg.CosTransactions.Status;
import org.omg.CosTransactions.Synchronization;
import org.omg.CosTransactions.SynchronizationPOA;

/** Where the service context of transactions is one that the ORB puts into each request, none goes with a transaction. */
@Fast
class TakenContextTest extends ProgramWorld {
    /** RMICustomMaxStreamFormat, which the ORB puts into every request. */
    private static final int TAKEN = 17;

    @Override
    IiopWires.Options options() {
        return IiopWires.Options.USUAL.with(IiopSetting.CONTEXT_ID, TAKEN);
    }

    @Test
    void aRequestThatCanNotTakeTheContextIsNotUnderWay() throws Exception {
        Synchronization called = atShop(serve(
                new SynchronizationPOA() {
                    @Override
                    public void before_completion() {
                        work();
                    }

                    @Override
                    public void after_completion(Status status) {
                        throw new AssertionError("nobody asks for it");
                    }
                },
                ADAPTS.value));
        shop.manager().begin();
        assertThatThrownBy(called::before_completion).isInstanceOf(BAD_INV_ORDER.class);
        shop.manager().commit();
        assertThat(events.all()).isEmpty();
    }
}
