package dev.assent.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.RecoveryReport;
import dev.assent.core.fixture.resource.RecordingLocalResource;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import jakarta.transaction.HeuristicMixedException;
import java.io.IOException;
import java.util.List;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a pass counts. */
@Fast
class TallyTest {
    private final TestNode node = TestNode.open();
    private final RecordingResource orders = node.resource("orders");
    private final RecordingResource payments = node.resource("payments");

    @AfterEach
    void close() {
        node.close();
    }

    private void park() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        node.beginOn(orders, payments).commit();
    }

    private void heuristic() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        JtaTransaction begun = node.beginOn(orders, payments);
        assertThatThrownBy(begun::commit).isInstanceOf(HeuristicMixedException.class);
    }

    private void lastUnknown() throws Exception {
        RecordingLocalResource ledger = new RecordingLocalResource("ledger", node.events(), false);
        node.resources().register(ledger);
        ledger.losesAnswer(true);
        JtaTransaction begun = node.beginOn(orders, payments);
        begun.enlistLastResource("ledger", ledger.work());
        assertThatThrownBy(begun::commit).isNotNull();
    }

    @Test
    void whatWaitsIsCountedByWhatItWaitsFor() throws Exception {
        assertThat(node.recovery().run(true)).isEqualTo(new RecoveryReport(0, 0, 0, 0, 0, 0, 0, List.of()));
        park();
        orders.setOutage(new IOException("no route to host"));
        assertThat(node.recovery().run(true)).isEqualTo(new RecoveryReport(0, 0, 0, 1, 0, 0, 0, List.of("orders")));
        orders.setOutage(null);
        assertThat(node.recovery().run(true)).isEqualTo(new RecoveryReport(1, 1, 0, 0, 0, 0, 0, List.of()));
        heuristic();
        assertThat(node.recovery().run(true).heuristic()).isEqualTo(1);
        assertThat(node.recovery().run(true).inDoubt()).isZero();
        lastUnknown();
        assertThat(node.recovery().run(true).inDoubt()).isEqualTo(1);
        assertThat(node.recovery().run(true).heuristic()).isEqualTo(1);
    }
}
