package dev.assent.remote.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.fixture.AnyThrowable.Kind;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Fast;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Transport;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a client knows of its transaction. */
@Fast
class ClientTransactionTest {
    private static final NodeId COORDINATOR = new NodeId(1, 2);
    private static final LocalTransactionId ID = new LocalTransactionId(new NodeEpoch(COORDINATOR, 3, 0), 4);

    private static final Transport VIA = new LocalNetwork(
                    Runnable::run, new AdjustableClock(), LocalNetwork.Times.DEFAULT)
            .transport("client", null);

    private final AdjustableClock clock = new AdjustableClock();
    private final ClientTransaction transaction =
            new ClientTransaction(new Context(ID, new SuperiorRef(ID, "in-process://coordinator"), 1_000, null), clock);

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

    @Test
    void begin_timeHasPassed_theCallHasTheRest() {
        clock.advance(Duration.ofMillis(400));
        assertThat(Objects.requireNonNull(transaction.begin(VIA, "in-process://bank"))
                        .remainingMillis())
                .isEqualTo(600);
        clock.advance(Duration.ofMillis(601));
        assertThat(Objects.requireNonNull(transaction.begin(VIA, "in-process://bank"))
                        .remainingMillis())
                .isZero();
    }

    @Test
    void begin_theTransactionIsBeingEnded_isRefused() {
        assertThat(transaction.begin(VIA, "in-process://bank")).isNotNull();
        assertThat(transaction.end(false)).isEmpty();
        assertThat(transaction.begin(VIA, "in-process://bank")).isNull();
        assertThat(transaction.whyClosed()).isEqualTo("is being ended");
    }

    /** Work of the call could come after the decision (law 16). */
    @Test
    void end_ofACommitDuringACall_isRefusedAndItGoesOn() {
        transaction.begin(VIA, "in-process://bank");
        assertThatThrownBy(() -> transaction.end(true)).isInstanceOf(IllegalStateException.class);
        transaction.end("in-process://bank", new Result.Returned(null, Result.Effect.NONE), () -> {});
        assertThat(transaction.begin(VIA, "in-process://bank")).isNotNull();
    }

    /** It is named in the next call there, whose reply then need not carry the registration. */
    @Test
    void end_aReplyRegistersASubordinate_isKnownAtThatAddressAndToldToTheCoordinator() {
        BranchRef branch = new BranchRef(ID, new LocalTransactionId(new NodeEpoch(new NodeId(5, 6), 1, 0), 7));
        for (Interest interest : List.of(Interest.COMPLETION, Interest.BEFORE_COMPLETION)) {
            transaction.begin(VIA, "in-process://bank");
            Registration registration =
                    new Registration(branch, "in-process://bank", EnumSet.of(Interest.COMPLETION, interest));
            transaction.end(
                    "in-process://bank", new Result.Returned(null, new Result.Effect(registration, false)), () -> {});
        }
        assertThat(Objects.requireNonNull(transaction.begin(VIA, "in-process://bank"))
                        .known())
                .isEqualTo(branch.incarnation());
        assertThat(Objects.requireNonNull(transaction.begin(VIA, "in-process://shop"))
                        .known())
                .isNull();
        assertThat(transaction.end(false))
                .containsExactly(new Registration(
                        branch, "in-process://bank", Set.of(Interest.COMPLETION, Interest.BEFORE_COMPLETION)));
    }
}
