package dev.assent.core.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.spi.RecoverableResource;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;

@Fast
class XaOwnersTest {
    private final XaResources resources = new XaResources(false);
    private final XAResource stranger = resource();
    private final AtomicInteger opened = new AtomicInteger();

    /** One that is of the same resource manager as itself alone. */
    private static XAResource resource() {
        return (XAResource) Proxy.newProxyInstance(
                XaOwnersTest.class.getClassLoader(),
                new Class<?>[] {XAResource.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isSameRM" -> proxy == arguments[0];
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "toString" -> "a resource";
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private void register(String name, XAResource own) {
        resources.register(new RecoverableResource() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Session open() {
                opened.incrementAndGet();
                return new Session() {
                    @Override
                    public XAResource xaResource() {
                        return own;
                    }

                    @Override
                    public void close() {}
                };
            }
        });
    }

    private void assertUnknown() {
        assertThatThrownBy(() -> resources.ownerOf(stranger))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-1013");
    }

    @Test
    void aResourceWithoutAnOwnerIsLookedForAgainOnlyWhenAnotherOneIsRegistered() {
        register("orders", resource());
        assertUnknown();
        assertUnknown();
        assertThat(opened).hasValue(1);
        register("payments", stranger);
        assertThat(resources.ownerOf(stranger).name()).isEqualTo("payments");
        assertThat(resources.ownerOf(stranger).name()).isEqualTo("payments");
        assertThat(opened).hasValue(3);
    }
}
