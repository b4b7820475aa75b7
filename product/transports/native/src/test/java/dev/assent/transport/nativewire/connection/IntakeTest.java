package dev.assent.transport.nativewire.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.harness.Fast;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of what has come and is not whole must go on, on a clock that the test moves. */
@Fast
class IntakeTest {
    private static final int MAX = 100_000;
    private static final long STALL_MILLIS = 10_000;
    private static final byte[] FRAME = {0, 0, 0, 3, 7, 1, 2};

    /** Half a record of TLS. */
    private static final int HALF = 50;

    private final AdjustableClock clock = new AdjustableClock();
    private final Partials partials = new Partials(MAX, STALL_MILLIS, clock::nanos);
    private final List<String> cut = new ArrayList<>();
    private final List<Integer> frames = new ArrayList<>();
    private final Intake intake = new Intake(partials.part("host", why -> cut.add(why.getMessage())), MAX);

    private void take(int from, int to, int kept) throws Exception {
        intake.take(ByteBuffer.wrap(FRAME, from, to - from).slice(), kept, (kind, in) -> frames.add(kind));
    }

    private void pass(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }

    @Test
    void halfARecord_afterABufferedFrameThatIsWhole_mustGoOn() throws Exception {
        take(0, 5, 0);
        pass(STALL_MILLIS - 1);
        take(5, FRAME.length, HALF);
        assertThat(frames).containsExactly(7);
        pass(STALL_MILLIS - 1);
        assertThat(intake.stalled()).as("it has its own time").isNull();
        pass(1);
        assertThat(intake.stalled()).hasMessageContaining("after " + HALF + " bytes");
    }

    @Test
    void halfARecord_afterAFrameThatIsWholeAtOnce_hasItsOwnTime() throws Exception {
        take(0, 0, HALF);
        pass(STALL_MILLIS - 1);
        take(0, FRAME.length, HALF); // that of the next record
        assertThat(frames).containsExactly(7);
        pass(STALL_MILLIS - 1);
        assertThat(intake.stalled()).isNull();
        pass(1);
        assertThat(intake.stalled()).hasMessageContaining("after " + HALF + " bytes");
    }

    @Test
    void nothing_afterAWholeFrame_isAwaited() throws Exception {
        take(0, 5, 0);
        take(5, FRAME.length, 0);
        pass(STALL_MILLIS);
        assertThat(intake.stalled()).isNull();
        assertThat(partials.heldBytes()).isZero();
        assertThat(cut).isEmpty();
    }
}
