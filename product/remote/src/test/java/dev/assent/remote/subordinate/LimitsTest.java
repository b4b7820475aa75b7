package dev.assent.remote.subordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.remote.message.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which limits for others a node may have. */
@Fast
class LimitsTest {
    @Test
    void new_theSmallest_areAllowed() {
        assertThat(new ClientDesk.Limits(1, 1, 1, 1).timeoutMillisMax()).isOne();
        assertThat(new Inflow.Limits(1, 1).timeoutMillisMax()).isOne();
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1, 1", "1, 0, 1, 1", "1, 1, 0, 1", "1, 1, 2, 1"})
    void new_ofClientsAndOutOfRange_isRefusedWithAll(int open, int ofHost, long timeout, long timeoutMax) {
        assertThatThrownBy(() -> new ClientDesk.Limits(open, ofHost, timeout, timeoutMax))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("limits of " + open + " transactions, " + ofHost + " of a host, " + timeout + " ms and "
                        + timeoutMax + " ms are not allowed");
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "2, 1"})
    void new_ofUnpreparedWorkAndOutOfRange_isRefused(long timeout, long timeoutMax) {
        assertThatThrownBy(() -> new Inflow.Limits(timeout, timeoutMax))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("limits of " + timeout + " ms and " + timeoutMax + " ms are not allowed");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "500, 500", "501, 500", "2147483647000, 500", "2147483647001, 60"})
    void timeoutMillis_ofARemainingTime_isWithinTheLimits(long remaining, long timeout) {
        assertThat(new Inflow.Limits(60, 500).timeoutMillis(remaining)).isEqualTo(timeout);
        assertThat(new Inflow.Limits(60, 500).timeoutMillis(Context.UNLIMITED)).isEqualTo(60);
    }
}
