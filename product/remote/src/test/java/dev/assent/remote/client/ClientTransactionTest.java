package dev.assent.remote.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.fixture.AnyThrowable.Kind;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Fast;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.SuperiorRef;
import org.junit.jupiter.api.Test;

/** What a client knows of its transaction. */
@Fast
class ClientTransactionTest {
    private static final NodeId COORDINATOR = new NodeId(1, 2);
    private static final LocalTransactionId ID = new LocalTransactionId(new NodeEpoch(COORDINATOR, 3, 0), 4);

    private final ClientTransaction transaction = new ClientTransaction(
            new Context(ID, new SuperiorRef(ID, "in-process://coordinator"), 1_000, null), new AdjustableClock());

    @Test
    void whyClosed_theCauseHasNoText_namesItsClass() {
        Throwable speechless = Kind.SPEECHLESS.made();
        transaction.markRollback(speechless);
        assertThat(transaction.whyClosed())
                .isEqualTo("can only roll back: " + speechless.getClass().getName());
    }

    @Test
    void whyClosed_theTextOfTheCauseHasSeveralLines_hasOneLine() {
        transaction.markRollback(new IllegalStateException("no route\nat all"));
        assertThat(transaction.whyClosed())
                .isEqualTo("can only roll back: java.lang.IllegalStateException: no route; at all");
    }
}
