package dev.assent.remote.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.transaction.Outcome;
import dev.assent.harness.Fast;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.AnsweredPeers;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client makes of the coordinator's answers. */
@Fast
class RemoteTransactionsTest extends AnsweredPeers {
    private static final String COORDINATOR = "test://coordinator";
    private static final LocalTransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);
    private static final int MILLIS = 1_000;
    private static final Response REFUSED = new Response.Refused(Response.Why.STATE, "no");

    private final AdjustableClock clock = new AdjustableClock();
    private final RemoteTransactions transactions =
            new RemoteTransactions(transports, COORDINATOR, ThreadWaiter::new, clock);

    private void begin() throws Exception {
        next = new Response.Begun(new Context(ID, new SuperiorRef(ID, COORDINATOR), MILLIS, null));
        transactions.begin();
        asked.clear();
    }

    private static Response lost(boolean mayHaveArrived) {
        return new Response.Unanswered(mayHaveArrived, new IllegalStateException("no answer"));
    }

    @Test
    void begin_isRefused_theThreadHasNoTransaction() {
        next = REFUSED;
        assertThatThrownBy(transactions::begin)
                .isInstanceOf(SystemException.class)
                .hasMessageContainingAll("ASSENT-8086", COORDINATOR, "no");
        assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    /** The coordinator repeats its answer, so the client may ask again, but not for ever. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void commit_noAnswerComes_asksThreeTimes(boolean mayHaveArrived) throws Exception {
        begin();
        next = lost(mayHaveArrived);
        assertThatThrownBy(transactions::commit)
                .isInstanceOf(mayHaveArrived ? SystemException.class : RollbackException.class);
        assertThat(asked).hasSize(RemoteTransactions.END_TRIES).containsOnly(COORDINATOR);
        assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    @ParameterizedTest
    @EnumSource(Outcome.class)
    void commit_isAnswered_throwsWhatTheOutcomeMeans(Outcome outcome) throws Exception {
        begin();
        next = new Response.Ended(outcome, "why");
        @Nullable Class<?> expected = switch (outcome) {
            case COMMITTED -> null;
            case ROLLED_BACK -> RollbackException.class;
            case HEURISTIC_ROLLBACK -> HeuristicRollbackException.class;
            case HEURISTIC_COMMIT, HEURISTIC_MIXED, HEURISTIC_HAZARD -> HeuristicMixedException.class;
            case UNKNOWN, PENDING, PREPARED -> SystemException.class;
        };
        if (expected == null) {
            transactions.commit();
        } else {
            assertThatThrownBy(transactions::commit)
                    .isExactlyInstanceOf(expected)
                    .hasMessage("why");
        }
        assertThat(asked).hasSize(1);
    }

    @Test
    void commit_isRefused_isUnknown() throws Exception {
        begin();
        next = REFUSED;
        assertThatThrownBy(transactions::commit)
                .isInstanceOf(SystemException.class)
                .hasMessageContainingAll("ASSENT-8087", "no");
        assertThat(asked).hasSize(1);
    }

    @Test
    void commit_isMarked_asksForTheRollback() throws Exception {
        begin();
        transactions.setRollbackOnly();
        assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
        next = lost(true);
        assertThatThrownBy(transactions::commit)
                .isInstanceOf(RollbackException.class)
                .satisfies(told -> {
                    assertThat(told.getCause()).hasMessageContaining("marked rollback-only");
                    assertThat(told.getSuppressed()).singleElement().isInstanceOf(SystemException.class);
                });
        assertThat(asked).hasSize(RemoteTransactions.END_TRIES);
    }

    @ParameterizedTest
    @EnumSource(Outcome.class)
    void rollback_isAnswered_throwsUnlessItIsRolledBackOrForgotten(Outcome outcome) throws Exception {
        begin();
        next = new Response.Ended(outcome, "why");
        if (outcome == Outcome.ROLLED_BACK || outcome == Outcome.UNKNOWN) {
            transactions.rollback();
        } else {
            assertThatThrownBy(transactions::rollback)
                    .isInstanceOf(SystemException.class)
                    .hasMessage("why");
        }
        assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    @Test
    void rollback_isNotAnswered_theCoordinatorRollsBackLater() throws Exception {
        begin();
        next = lost(false);
        assertThatThrownBy(transactions::rollback)
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("ASSENT-8088");
        assertThat(asked).hasSize(RemoteTransactions.END_TRIES);
        assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    @Test
    void getStatus_itsTimeIsOver_isMarked() throws Exception {
        begin();
        clock.advance(Duration.ofMillis(MILLIS - 1));
        assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        clock.advance(Duration.ofMillis(1));
        assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
    }
}
