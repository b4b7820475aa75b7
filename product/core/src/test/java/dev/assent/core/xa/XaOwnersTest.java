package dev.assent.core.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.TestNode;
import dev.assent.harness.Fast;
import dev.assent.spi.RecoverableResource;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@Fast
class XaOwnersTest {
    private final XaResources resources = new XaResources(false);
    private final XAResource stranger = resource();
    private final AtomicInteger opened = new AtomicInteger();

    /** The resources that were connected, in this order. */
    private final List<String> asked = new ArrayList<>();

    private @Nullable IOException outage;

    /** One that is of the same resource manager as itself alone. */
    private static XAResource resource() {
        return resource(false);
    }

    /** One that is of the same resource manager as every other one, or as itself alone. */
    private static XAResource resource(boolean isOfAll) {
        return (XAResource) Proxy.newProxyInstance(
                XaOwnersTest.class.getClassLoader(),
                new Class<?>[] {XAResource.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isSameRM" -> isOfAll || proxy == arguments[0];
                    case "recover" -> new Xid[0];
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "toString" -> "a resource";
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static RecoverableResource.Session session(XAResource own) {
        return new RecoverableResource.Session() {
            @Override
            public XAResource xaResource() {
                return own;
            }

            @Override
            public void close() {}
        };
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
                return session(own);
            }
        });
    }

    /** Notes when it is connected; fails during the outage if it is {@code away}. */
    private RecoverableResource noted(String name, XAResource own) {
        return new RecoverableResource() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Session open() throws IOException {
                asked.add(name);
                if (outage != null && name.equals("away")) {
                    throw outage;
                }
                return session(own);
            }
        };
    }

    /** Registers two: {@code away} comes before {@code here} by name, and {@code here} owns every XAResource. */
    private void registerTwo(XaResources of) {
        of.register(noted("away", resource()));
        of.register(noted("here", resource(true)));
        outage = new IOException("no route to host");
    }

    private void assertFoundHere(XaResources of, String... connected) {
        asked.clear();
        assertThat(of.ownerOf(resource()).name()).isEqualTo("here");
        assertThat(asked).containsExactly(connected);
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

    @Test
    void ownerOf_anotherResourceFailedBefore_itIsAskedLast() {
        registerTwo(resources);
        assertFoundHere(resources, "away", "here");
        assertFoundHere(resources, "here");
    }

    @Test
    void ownerOf_onlyAResourceThatFailedBeforeOwnsIt_itIsAskedAgain() {
        resources.register(noted("away", stranger));
        resources.register(noted("here", resource()));
        outage = new IOException("no route to host");
        assertUnknown();
        outage = null;
        asked.clear();
        assertThat(resources.ownerOf(stranger).name()).isEqualTo("away");
        assertThat(asked).containsExactly("here", "away");
    }

    @Test
    void ownerOf_recoveryDoesNotReachAnotherResource_itIsAskedLastUntilRecoveryDoes() {
        try (TestNode node = TestNode.open()) {
            registerTwo(node.resources());
            node.recovery().run(true);
            assertFoundHere(node.resources(), "here");
            outage = null;
            node.recovery().run(true);
            assertFoundHere(node.resources(), "away", "here");
        }
    }

    @Test
    void ownerOf_resourceThatFailedIsRegisteredAnew_itIsAskedInItsOrder() {
        registerTwo(resources);
        assertFoundHere(resources, "away", "here");
        resources.unregister(Objects.requireNonNull(resources.find("away")));
        resources.register(noted("away", resource()));
        assertFoundHere(resources, "away", "here");
    }
}
