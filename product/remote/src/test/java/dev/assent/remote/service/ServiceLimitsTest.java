package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which limits a server may have. */
@Fast
class ServiceLimitsTest {
    @Test
    void limitsOfOneAreAllowed() {
        assertThat(new ServiceLimits(1, 1, 1, 1, 1).referencesMax()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"0,1,1,1,1", "1,0,1,1,1", "1,1,0,1,1", "1,1,1,0,1", "1,1,1,1,0"})
    void aLimitOfNothingIsRefused(long callMillis, long leaseMillis, int ofCaller, int ofHost, int ofAll) {
        assertThatThrownBy(() -> new ServiceLimits(callMillis, leaseMillis, ofCaller, ofHost, ofAll))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("each is 1 or more");
    }
}
