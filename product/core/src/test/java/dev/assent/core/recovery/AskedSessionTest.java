package dev.assent.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.Forwarding;
import dev.assent.harness.Fast;
import dev.assent.spi.RecoverableResource;
import dev.assent.spi.XaTraits;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;

/** A session of recovery. A report can name the call that hangs. */
@Fast
class AskedSessionTest {
    private final Questions questions = new Questions();

    /** A resource whose connection is this one. */
    private record Orders(RecoverableResource.Session session) implements RecoverableResource {
        @Override
        public String name() {
            return "orders";
        }

        @Override
        public XaTraits traits() {
            return XaTraits.STANDARD;
        }

        @Override
        public Session open() {
            return session;
        }
    }

    private AskedSession asked(RecoverableResource.Session session) {
        try {
            return AskedSession.open(new Orders(session), questions);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static RecoverableResource.Session session(XAResource driver) {
        return new RecoverableResource.Session() {
            @Override
            public XAResource xaResource() {
                return driver;
            }

            @Override
            public void close() {
                throw new IllegalStateException("close");
            }
        };
    }

    @Test
    void everyCall_ofItsXaResource_isForwarded() throws Throwable {
        Forwarding.check(
                XAResource.class,
                XAResource.class,
                driver -> asked(session(driver)).xaResource());
        assertThat(questions.asked()).isNull();
    }

    @Test
    void preparedAt_isForwarded() throws Exception {
        Map<Xid, Instant> times = new HashMap<>();
        RecoverableResource.Session session = new RecoverableResource.Session() {
            @Override
            public XAResource xaResource() {
                throw new IllegalStateException("xaResource");
            }

            @Override
            public Map<Xid, Instant> preparedAt() {
                assertThat(questions.asked()).contains("'orders'", "for the times of its branches");
                return times;
            }

            @Override
            public void close() {}
        };
        assertThat(asked(session).preparedAt()).isSameAs(times);
        assertThatThrownBy(() -> asked(session).xaResource()).hasMessage("xaResource");
    }
}
