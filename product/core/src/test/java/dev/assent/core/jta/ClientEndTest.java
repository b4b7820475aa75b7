package dev.assent.core.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.RemoteClient;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.transaction.Client;
import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.Outcome;
import dev.assent.harness.Fast;
import jakarta.transaction.InvalidTransactionException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client in another process ends the transaction that it has begun here. */
@Fast
class ClientEndTest {
    private final TestNode node = TestNode.open();
    private final RecordingResource orders = node.resource("orders");
    private final RecordingResource payments = node.resource("payments");
    private final List<Outcome> told = new ArrayList<>();
    private final Completion client = new RemoteClient(told, false);

    @AfterEach
    void close() {
        node.close();
    }

    private JtaTransaction begin() throws Exception {
        JtaTransaction begun = node.inflow().begin(60_000, new Client("client 7", "192.0.2.1"));
        begun.enlistResource(orders.connect());
        begun.enlistResource(payments.connect());
        return begun;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void end_forTheSecondTime_isRefused(boolean isCommit) throws Exception {
        JtaTransaction begun = begin();
        begun.end(isCommit, client);
        assertThatThrownBy(() -> begun.end(true, client)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> begun.end(false, client)).isInstanceOf(IllegalStateException.class);
        assertThat(told).containsExactly(isCommit ? Outcome.COMMITTED : Outcome.ROLLED_BACK);
        assertThat(orders.committed() + payments.committed()).isEqualTo(isCommit ? 2 : 0);
    }

    @Test
    void end_isOver_noThreadContinuesIt() throws Exception {
        JtaTransaction begun = begin();
        node.manager().resume(begun);
        assertThat(node.manager().suspend()).isSameAs(begun);
        begun.end(true, client);
        assertThat(begun.isResumable()).isFalse();
        assertThatThrownBy(() -> node.manager().resume(begun)).isInstanceOf(InvalidTransactionException.class);
    }
}
