package dev.assent.transport.nativewire.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.harness.Fast;
import dev.assent.transport.nativewire.connection.Partials.Part;
import dev.assent.transport.nativewire.wire.WireException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which connection loses its room if there is none left, and which messages have stopped; the test moves the clock. */
@Fast
class PartialsTest {
    private static final int MAX = 100_000;
    private static final long STALL_MILLIS = 10_000;

    private final AdjustableClock clock = new AdjustableClock();
    private final Partials partials = new Partials(MAX, STALL_MILLIS, clock::nanos);
    private final List<String> cut = new ArrayList<>();

    private Part part(String name, String host) {
        return partials.part(host, why -> cut.add(name));
    }

    /** One whose message has begun, and holds room. */
    private Part holding(String name, String host, int bytes) throws WireException {
        Part made = part(name, host);
        made.begin(bytes);
        made.reserve(bytes);
        return made;
    }

    private void pass(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }

    // ---- room

    @Test
    void roomThatIsGivenBackIsTakenAgain() throws Exception {
        Part part = holding("a", "host", MAX);
        part.release(MAX);
        holding("b", "host", MAX);
        assertThat(partials.heldBytes()).isEqualTo(MAX);
        assertThat(cut).isEmpty();
    }

    @Test
    void theHostThatHoldsMostLosesAConnectionAndNotTheOneThatComesLast() throws Exception {
        for (int i = 0; i < 9; i++) {
            holding("evil" + i, "evil", 10_000);
        }
        Part good = holding("good", "good", 10_000);
        good.reserve(5_000);
        assertThat(cut).hasSize(1).allMatch(name -> name.startsWith("evil"));
        assertThat(partials.heldBytes()).isEqualTo(95_000);
    }

    @Test
    void aHostWithLessThanItsShareLosesNothingHoweverManyConnectionsTheOthersHave() throws Exception {
        holding("good", "good", MAX / 3);
        pass(60_000); // and it is slow
        for (int i = 0; i < 1_000; i++) {
            try {
                holding("evil" + i, i % 2 == 0 ? "evil" : "worse", 3_000);
            } catch (WireException itIsTheOneThatGoes) {
                assertThat(itIsTheOneThatGoes).hasMessageContaining("to make room");
            }
        }
        assertThat(cut).doesNotContain("good");
        assertThat(partials.heldBytes()).isLessThanOrEqualTo(MAX);
    }

    @Test
    void ofAHostTheConnectionGoesThatHasStoppedAndNotOneThatGoesOn() throws Exception {
        Part slow = holding("slow", "host", 30_000);
        holding("stopped", "host", 30_000);
        holding("small", "host", 1_000);
        for (int i = 0; i < 5; i++) {
            pass(1_000);
            slow.came(1_000);
        }
        holding("new", "host", 39_500);
        assertThat(cut).containsExactly("stopped");
    }

    @Test
    void oneThatWasFastAndHasStoppedIsSlow() throws Exception {
        Part fast = part("fast", "host");
        fast.begin(0);
        fast.reserve(50_000);
        Part steady = holding("steady", "host", 40_000);
        pass(100);
        fast.came(50_000);
        for (int i = 0; i < 10; i++) {
            pass(1_000);
            steady.came(500);
        }
        holding("new", "host", 20_000);
        assertThat(cut).containsExactly("fast");
    }

    @Test
    void whoNeedsMoreThanThereIsLosesItByItself() throws Exception {
        Part large = holding("large", "host", 1_000);
        assertThatThrownBy(() -> large.reserve(MAX))
                .isInstanceOf(WireException.class)
                .hasMessageContainingAll("100000 bytes", "this one holds 101000");
        assertThat(cut).as("it is told by the exception").isEmpty();
        assertThat(partials.heldBytes()).isZero();
        large.release(1_000);
        assertThat(partials.heldBytes()).isZero();
        assertThatThrownBy(() -> large.reserve(1)).isInstanceOf(WireException.class);
    }

    // ---- progress

    @Test
    void aMessageThatStopsIsToldAfterThePeriodAndOneThatIsWholeIsNot() throws Exception {
        Part stopped = holding("stopped", "host", 1_000);
        Part whole = holding("whole", "host", 1_000);
        whole.end();
        pass(STALL_MILLIS - 1);
        assertThat(stopped.stalled()).isNull();
        pass(1);
        assertThat(stopped.stalled())
                .hasMessageContainingAll("after 1000 bytes", "0 came in the last 10000 ms", "4096");
        assertThat(whole.stalled()).isNull();
    }

    @Test
    void aMessageThatGoesOnSlowlyMayTakeAsLongAsItNeeds() throws Exception {
        Part slow = holding("slow", "host", 1);
        for (int i = 0; i < 100; i++) {
            pass(STALL_MILLIS);
            slow.came(Partials.PROGRESS_BYTES_MIN);
            assertThat(slow.stalled()).isNull();
        }
        pass(STALL_MILLIS);
        slow.came(Partials.PROGRESS_BYTES_MIN - 1);
        assertThat(slow.stalled()).isNotNull();
    }

    @Test
    void aMessageThatThisProcessDoesNotReadHasTimeAgain() throws Exception {
        Part unread = holding("unread", "host", 1);
        pass(STALL_MILLIS);
        unread.forgive();
        assertThat(unread.stalled()).isNull();
        pass(STALL_MILLIS);
        assertThat(unread.stalled()).isNotNull();
    }
}
