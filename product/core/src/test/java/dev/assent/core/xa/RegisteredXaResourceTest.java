package dev.assent.core.xa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.Forwarding;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.harness.Fast;
import java.lang.reflect.Proxy;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;

/** An XAResource that has the name of its resource. */
@Fast
class RegisteredXaResourceTest {
    @Test
    void everyCall_isForwarded() throws Throwable {
        Forwarding.check(XAResource.class, XAResource.class, driver -> new RegisteredXaResource("orders", driver));
    }

    @Test
    void isSameRM_ofAnotherOne_asksTheDriverForItsOwnObject() throws Exception {
        XAResource driver = (XAResource) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {XAResource.class},
                (self, method, arguments) -> method.getName().equals("isSameRM") && self == arguments[0]);

        assertThat(new RegisteredXaResource("orders", driver).isSameRM(new RegisteredXaResource("orders", driver)))
                .isTrue();
        assertThat(new RegisteredXaResource("orders", driver)
                        .isSameRM(new RecordingResource("other", new EventList()).connect()))
                .isFalse();
    }
}
