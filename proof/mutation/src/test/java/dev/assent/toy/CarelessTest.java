package dev.assent.toy;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

/** Calls, and looks at no result. */
@Fast
class CarelessTest {
    @Test
    void deposit_throwsNothing() {
        assertThatCode(() -> new Account(1).deposit(2)).doesNotThrowAnyException();
    }
}
