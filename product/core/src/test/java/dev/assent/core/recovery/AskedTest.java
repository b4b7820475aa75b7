package dev.assent.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.local.LocalResource;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.spi.RecoverableResource;
import jakarta.transaction.HeuristicMixedException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** While recovery waits for a resource, it can say for which one, and for what: a node that closes reports that. */
@Fast
class AskedTest {
    private final EventList events = new EventList();
    private final RecordingResource orders = new RecordingResource("orders", events);
    private final RecordingResource payments = new RecordingResource("payments", events);
    private final TestNode node = TestNode.builder().events(events).open();

    /** What recovery has said during each call of a resource. */
    private final List<String> seen = new ArrayList<>();

    /** Notes each call, also those of which a {@link RecordingResource} tells nothing. */
    private final class Watched implements RecoverableResource {
        @Override
        public String name() {
            return orders.name();
        }

        @Override
        public Session open() throws Exception {
            look("open");
            Session session = orders.open();
            return new Session() {
                @Override
                public XAResource xaResource() {
                    look("xaResource");
                    return session.xaResource();
                }

                @Override
                public Map<Xid, Instant> preparedAt() {
                    look("preparedAt");
                    return Map.of();
                }

                @Override
                public void close() {
                    look("close");
                    session.close();
                }
            };
        }
    }

    /** A resource without XA that has no markers at present. */
    private final class WatchedLedger implements LocalResource {
        @Override
        public String name() {
            return "ledger";
        }

        @Override
        public boolean hasMarkers() {
            return true;
        }

        @Override
        public MarkerView openToLook() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Markers openMarkers() {
            look("openMarkers");
            return new Markers() {
                @Override
                public boolean isCommitted(TransactionId id) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public Collection<TransactionId> list(NodeId of) {
                    look("list");
                    return List.of();
                }

                @Override
                public void remove(List<TransactionId> ids) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void close() {
                    look("closeMarkers");
                }
            };
        }
    }

    private void look(String call) {
        seen.add(call + ": " + node.recovery().asked());
    }

    /** From now on all calls of this resource are noted. */
    private void watch() {
        node.resources().register(new Watched());
        orders.onCall(verb -> look(verb.name()));
    }

    private void assertSeen(String call, String said) {
        assertThat(seen).contains(call + ": " + said);
        assertThat(seen).noneMatch(each -> each.endsWith(": null"));
        assertThat(node.recovery().asked()).isNull();
    }

    @AfterEach
    void close() {
        node.close();
    }

    private JtaTransaction commitWithOrdersDown() throws Exception {
        node.register(orders);
        node.register(payments);
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.commit();
        node.unregister("orders");
        return transaction;
    }

    @Test
    void asked_passWaits_saysForWhat() throws Exception {
        JtaTransaction transaction = commitWithOrdersDown();
        watch();
        node.recovery().run(true);
        assertThat(orders.committed()).isEqualTo(1);
        assertSeen("open", "resource 'orders', which recovery has asked for a connection");
        assertSeen("xaResource", "resource 'orders', which recovery has asked for a connection");
        assertSeen("RECOVER", "resource 'orders', which recovery has asked for its in-doubt list");
        assertSeen("COMMIT", "resource 'orders', which recovery has asked to commit branch " + transaction.id() + ":1");
        assertSeen("close", "resource 'orders', which recovery has asked to close a connection");
    }

    @Test
    void asked_orphanIsToRollBack_namesBranch() {
        BranchXid orphan = new BranchXid(
                new LocalTransactionId(node.coordinator().life(), 99),
                node.coordinator().life(),
                BranchXid.PRESUMED_ABORT,
                1);
        orders.plant(orphan);
        watch();
        node.recovery().run(true);
        assertThat(orders.rolledBack()).isEqualTo(1);
        assertSeen("ROLLBACK", "resource 'orders', which recovery has asked to roll back branch " + orphan);
    }

    @Test
    void asked_operatorForgets_namesBranch() throws Exception {
        node.register(orders);
        node.register(payments);
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        JtaTransaction transaction = node.beginOn(orders, payments);
        assertThatThrownBy(transaction::commit).isInstanceOf(HeuristicMixedException.class);
        assertThat(Objects.requireNonNull(node.coordinator().find(transaction.id()))
                        .step())
                .isEqualTo(Step.HEURISTIC);
        node.unregister("orders");
        watch();
        node.recovery().forget(transaction.id());
        assertSeen("open", "resource 'orders', which recovery has asked for a connection");
        assertSeen("FORGET", "resource 'orders', which recovery has asked to forget branch " + transaction.id() + ":1");
        assertSeen("close", "resource 'orders', which recovery has asked to close a connection");
    }

    @Test
    void asked_operatorLooks_saysForWhat() {
        orders.plant(new BranchXid(
                new LocalTransactionId(node.coordinator().life(), 99),
                node.coordinator().life(),
                BranchXid.PRESUMED_ABORT,
                1));
        watch();
        node.recovery().look();
        assertSeen("preparedAt", "resource 'orders', which recovery has asked for the times of its branches");
    }

    @Test
    void asked_passRemovesMarkers_saysForWhat() throws Exception {
        node.resources().register(new WatchedLedger());
        node.recovery().run(true);
        assertSeen("openMarkers", "resource 'ledger', which recovery has asked for a connection");
        assertSeen("list", "resource 'ledger', which recovery has asked for its commit markers");
        assertSeen("closeMarkers", "resource 'ledger', which recovery has asked to close a connection");
    }

    @Test
    void resourceFails_nodeCloses_operatorsDoNotHearThatRecoveryTriesAgain() {
        node.register(orders);
        orders.onOpen(node.recovery()::close);
        orders.setOutage(new IOException("the connection was interrupted"));
        node.recovery().run(true);
        assertThat(node.notices().of(4001)).isEmpty();
    }
}
