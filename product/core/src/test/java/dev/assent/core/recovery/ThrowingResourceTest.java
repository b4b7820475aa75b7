package dev.assent.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.AnyThrowable;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.spi.RecoverableResource;
import jakarta.transaction.SystemException;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A driver may throw anything wherever recovery calls it: the other resources are asked all the same, and nothing leaks. */
@Fast
class ThrowingResourceTest {
    private final EventList events = new EventList();
    private final RecordingResource orders = new RecordingResource("orders", events);
    private final Broken broken = new Broken();
    private final TestNode node = TestNode.builder().events(events).open();

    /** The calls of a resource by recovery. */
    private enum Place {
        OPEN,
        XA_RESOURCE,
        PREPARED_AT,
        CLOSE
    }

    /** Throws in some places; its sessions are counted. */
    private static final class Broken implements RecoverableResource {
        private Set<Place> places = EnumSet.noneOf(Place.class);
        private Throwable thrown = new Throwable();
        private int openSessions;

        private void reach(Place place) {
            if (places.contains(place)) {
                AnyThrowable.raise(thrown);
            }
        }

        @Override
        public String name() {
            return "broken";
        }

        @Override
        public Session open() {
            reach(Place.OPEN);
            openSessions++;
            return new Session() {
                @Override
                public XAResource xaResource() {
                    reach(Place.XA_RESOURCE);
                    return new RecordingResource("broken", new EventList()).connect();
                }

                @Override
                public Map<Xid, Instant> preparedAt() {
                    reach(Place.PREPARED_AT);
                    return Map.of();
                }

                @Override
                public void close() {
                    openSessions--;
                    reach(Place.CLOSE);
                }
            };
        }
    }

    @AfterEach
    void close() {
        node.close();
    }

    static Stream<Arguments> places() {
        return Arrays.stream(Place.values())
                .flatMap(place -> AnyThrowable.kinds().map(each -> Arguments.of(place, each)));
    }

    @ParameterizedTest
    @MethodSource("places")
    void recovery_aResourceThrowsAnything_theOthersAreAsked(Place place, Throwable thrown) {
        node.register(broken);
        node.register(orders);
        broken.places = EnumSet.of(place);
        broken.thrown = thrown;

        node.recovery().run(true);
        node.recovery().look();

        assertThat(events.all())
                .filteredOn(each -> each.startsWith("orders.recover"))
                .hasSizeGreaterThan(1);
        assertThat(broken.openSessions).isZero();
        assertThat(orders.openSessions()).isZero();
    }

    @ParameterizedTest
    @MethodSource("dev.assent.core.fixture.AnyThrowable#kinds")
    void enlistResource_startThrowsAnything_isTheResourcesFailure(Throwable thrown) throws Exception {
        node.register(orders);
        orders.throwing(XaVerb.START, thrown);
        JtaTransaction transaction = node.beginOn();
        assertThatThrownBy(() -> transaction.enlistResource(orders.connect()))
                .isInstanceOf(SystemException.class)
                .hasRootCause(thrown);
        transaction.commit();
        assertThat(node.coordinator().isIdle()).isTrue();
    }
}
