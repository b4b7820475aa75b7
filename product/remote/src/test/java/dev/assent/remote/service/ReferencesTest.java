package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeId;
import dev.assent.core.time.Clock;
import dev.assent.harness.Fast;
import dev.assent.remote.Attributes;
import dev.assent.remote.message.Reference;
import dev.assent.remote.transport.Caller;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How many references a caller has, by whatever names it goes, and whose they are. */
@Fast
class ReferencesTest {
    private static final ServiceLimits LIMITS = new ServiceLimits(1_000, 10, 2, 3, 3);
    private static final String HOST = "192.0.2.1";
    private static final Exported OBJECT =
            new Exported(new ExportedType(Runnable.class, Attributes.ANNOTATED), (Runnable) () -> {});

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong chance = new AtomicLong();
    private final References references = new References(
            new Clock() {
                @Override
                public long nanos() {
                    return nanos.get();
                }

                @Override
                public long epochMillis() {
                    return 0;
                }
            },
            chance::incrementAndGet,
            LIMITS);

    private static final Clock NEVER = new Clock() {
        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public long epochMillis() {
            return 0;
        }
    };

    private static Caller session(String name) {
        return Caller.ofHost(name, HOST + ":1");
    }

    private void assertFull(Caller caller, String limit) {
        assertThatThrownBy(() -> references.keep(caller, OBJECT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("ASSENT-8051", limit);
    }

    @Test
    void whoHasAnotherNameAtEachCallHasNoMoreThanOne() {
        references.keep(session("1"), OBJECT);
        references.keep(session("2"), OBJECT);
        assertFull(session("3"), "references to " + HOST + ": 2 are in use, as many as 'references-max-of-caller'");
        references.keep(Caller.ofHost("4", "192.0.2.2:1"), OBJECT);
        assertFull(Caller.ofHost("5", "192.0.2.3:1"), "'references-max'");
    }

    @Test
    void whatIsReleasedOrExpiresCountsNoMore() {
        Reference first = references.keep(session("1"), OBJECT);
        references.keep(session("2"), OBJECT);
        assertThat(references.release(session("1"), first.object())).isEqualTo(OBJECT);
        references.keep(session("3"), OBJECT);
        assertFull(session("4"), "'references-max-of-caller'");
        nanos.set(10_000_000);
        assertThat(references.expire()).hasSize(2);
        references.keep(session("4"), OBJECT);
        references.keep(session("4"), OBJECT);
        references.clear();
        references.keep(session("4"), OBJECT);
    }

    @Test
    void oneIsForWhoHasItsNameAloneAlsoAmongThoseThatCountAsOne() {
        String name = references.keep(session("1"), OBJECT).object();
        assertThat(references.use(session("2"), name)).isNull();
        assertThat(references.renew(session("2"), name)).isFalse();
        assertThat(references.release(session("2"), name)).isNull();
        assertThat(references.use(Caller.ofHost("1", "192.0.2.2:1"), name))
                .as("it comes from elsewhere now")
                .isEqualTo(OBJECT);
    }

    @Test
    void aNodeIsItselfByWhateverName() {
        NodeId node = new NodeId(1, 2);
        String name = references.keep(new Caller(node, "a"), OBJECT).object();
        references.keep(new Caller(node, "b"), OBJECT);
        assertFull(new Caller(node, "c"), "'references-max-of-caller'");
        assertThat(references.renew(new Caller(node, "d"), name)).isTrue();
        references.keep(new Caller(new NodeId(1, 3), "a"), OBJECT);
    }

    @Test
    void oneThatHasManyKeysOfItsOwnHasNoMoreThanItsHostAndLeavesOthersTheirs() {
        References bounded = new References(NEVER, chance::incrementAndGet, new ServiceLimits(1_000, 10, 2, 3, 5));
        for (int i = 0; i < 3; i++) {
            bounded.keep(Caller.ofOwnKey("key " + i, HOST + ":1"), OBJECT);
        }
        assertThatThrownBy(() -> bounded.keep(Caller.ofOwnKey("key 4", HOST + ":2"), OBJECT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("ASSENT-8051", "references to " + HOST, "'references-max-of-host'");
        bounded.keep(Caller.ofOwnKey("key 5", "192.0.2.2:1"), OBJECT);
        bounded.keep(new Caller(null, "CN=known"), OBJECT);
    }
}
