package dev.assent.core.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.RecordingLocalResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.harness.Fast;
import jakarta.transaction.RollbackException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A last resource comes when its transaction takes no more work. */
@Fast
class LateEnlistmentTest {
    private final TestNode node = TestNode.open();
    private final RecordingLocalResource ledger = new RecordingLocalResource("ledger", node.events(), false);

    @BeforeEach
    void register() {
        node.resources().register(ledger);
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void enlistLastResource_theTransactionIsMarked_isRefused() throws Exception {
        JtaTransaction begun = node.begin();
        begun.setRollbackOnly();
        assertThatThrownBy(() -> begun.enlistLastResource("ledger", ledger.work()))
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("enlist a last resource");
        begun.rollback();
        assertThat(ledger.committed() + ledger.rolledBack()).isZero();
    }

    @Test
    void enlistLastResource_theTransactionIsOver_isRefused() throws Exception {
        JtaTransaction begun = node.begin();
        begun.commit();
        assertThatThrownBy(() -> begun.enlistLastResource("ledger", ledger.work()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("enlist a last resource");
        assertThat(ledger.committed() + ledger.rolledBack()).isZero();
    }
}
