package dev.assent.remote.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@Fast
class HashBoundTest {
    private static final int MANY = 10 * HashBound.SAME_MAX;

    /** All of them have one hash code. */
    private record Same(int number) {
        @Override
        public int hashCode() {
            return 7;
        }
    }

    /** Numbers of one hash code, with an order. */
    private static long ordered(int i) {
        return (long) i << 32 | i;
    }

    /** Times of one hash code, with an order. */
    private static LocalTime time(int i) {
        return LocalTime.ofNanoOfDay(ordered(i));
    }

    private static void put(int count, IntFunction<Object> keys) {
        HashBound bound = new HashBound();
        IntStream.range(0, count).mapToObj(keys).forEach(bound::put);
    }

    @Test
    void manyOfOneHashCodeAreRefusedByTheirClass() {
        assertThatThrownBy(() -> put(MANY, Same::new))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(Same.class.getName(), "1000");
    }

    @Test
    void fewAreNot() {
        assertThatCode(() -> put(HashBound.SAME_MAX, Same::new)).doesNotThrowAnyException();
    }

    @Test
    void whatHasManyHashCodesIsNot() {
        record Different(int number) {}
        assertThatCode(() -> put(MANY, Different::new)).doesNotThrowAnyException();
    }

    @Test
    void whatTheTableCanOrderIsNot() {
        assertThatCode(() -> put(MANY, HashBoundTest::ordered)).doesNotThrowAnyException();
        assertThatCode(() -> put(MANY, i -> null)).doesNotThrowAnyException();
    }

    /** Among others it has no order for them. */
    @Test
    void whatItCanOrderIsRefusedAmongOthers() {
        assertThatThrownBy(() -> put(MANY, i -> i == HashBound.SAME_MAX ? "first" : ordered(i)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** They are {@code Comparable<ChronoLocalDateTime<?>>}: a HashSet of 20,000 keeps a thread for seconds. */
    @Test
    void whatHasAnOrderThatTheTableDoesNotKnowIsRefused() {
        assertThat(time(MANY).atDate(LocalDate.EPOCH)).hasSameHashCodeAs(time(0).atDate(LocalDate.EPOCH));
        assertThatThrownBy(() -> put(MANY, i -> time(i).atDate(LocalDate.EPOCH)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("LocalDateTime");
    }
}
