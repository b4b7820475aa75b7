package dev.assent.transport.soap.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.remote.message.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallHeadersTest {
    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, 63, 64, 127, 128, 129, 255, 29_999, 30_000, 300_000, 604_799_987, Context.UNLIMITED - 1})
    void theTimeThatIsLeftIsNotLessAndHardlyMore(long millis) {
        assertThat(CallHeaders.steady(millis) - millis).isBetween(0L, millis / 64);
    }

    @Test
    void itIsTheSameForAWhile() {
        assertThat(CallHeaders.steady(303_000)).isEqualTo(CallHeaders.steady(300_000));
        assertThat(CallHeaders.steady(303_000)).isNotEqualTo(CallHeaders.steady(298_000));
    }

    @Test
    void noLimitStaysNone() {
        assertThat(CallHeaders.steady(Context.UNLIMITED)).isEqualTo(Context.UNLIMITED);
    }
}
