package dev.assent.remote.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Terms;
import dev.assent.harness.Fast;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.ThreadTransactions;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests of programs with their own stubs, as part of a transaction. */
@Fast
class NodeThreadsTest {
    private static final LocalTransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);
    private static final Caller CALLER = new Caller(null, "in-process://caller");

    private final AdjustableClock clock = new AdjustableClock();
    private final ServiceNode node = new ServiceNode("node", new InProcessFixture(clock), new EventList(), clock);
    private final ThreadTransactions threads =
            Objects.requireNonNull(node.inbound().threads());

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void enter_joiningFailsUnexpectedly_noCallIsUnderWay() {
        node.allowed = any -> {
            throw new IllegalStateException("the list of addresses, says a test");
        };
        Context context = new Context(ID, new SuperiorRef(ID, "in-process://caller"), 1_000, null);
        assertThatThrownBy(() -> threads.enter(CALLER, context)).hasMessageContaining("says a test");
        assertThat(node.isIdle()).isTrue();
    }

    /** Such as the transaction of a probe, which no thread can have. */
    @Test
    void enter_transactionIsOfNoApplication_noCallIsUnderWay() {
        GlobalTransaction own = node.node().coordinator().begin(Terms.DEFAULT);
        LocalTransactionId id = (LocalTransactionId) own.id();
        Context context = new Context(id, new SuperiorRef(id, "in-process://node"), 1_000, null);
        assertThatThrownBy(() -> threads.enter(CALLER, context)).isInstanceOf(RuntimeException.class);
        assertThat(node.isIdle()).isTrue();
        assertThat(own.calls()).isZero();
    }
}
