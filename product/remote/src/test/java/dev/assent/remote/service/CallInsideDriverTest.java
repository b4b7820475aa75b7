package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.RecordingXaResource;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** A driver that calls another node inside a call of the transaction would wait for itself. */
@Fast
class CallInsideDriverTest {
    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private final InProcessFixture wire = new InProcessFixture(clock);

    @Test
    void isRefused() throws Exception {
        ServiceNode here = new ServiceNode("bank-a", wire, events, clock);
        ServiceNode there = new ServiceNode("bank-b", wire, events, clock);
        RecordingResource credits = there.node().resource("credits");
        there.services().export("bank", Runnable.class, () -> there.work(credits), CallTransaction.MANDATORY);
        RecordingResource debits = here.node().resource("debits");
        RecordingXaResource connection = debits.connect();
        Runnable bank = here.services().connect(there.address("bank"), Runnable.class);
        List<Throwable> refusals = new ArrayList<>();
        XAResource calling = (XAResource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {XAResource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("start")) {
                        refusals.add(catchThrowable(bank::run));
                    }
                    return method.invoke(connection, arguments);
                });
        JtaTransaction transaction = here.node().begin();
        transaction.enlistResource(calling);
        transaction.commit();
        assertThat(refusals)
                .singleElement(InstanceOfAssertFactories.THROWABLE)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-1044");
        assertThat(debits.committed()).isEqualTo(1);
        assertThat(credits.known()).isZero();
        assertThat(there.node().coordinator().active()).isEmpty();
    }
}
