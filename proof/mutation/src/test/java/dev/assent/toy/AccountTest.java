package dev.assent.toy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

/** Tests what it calls. */
@Fast
class AccountTest {
    @Test
    void withdraw_allThatThereIs_leavesNothing() {
        Account account = new Account(10);

        assertThat(account.withdraw(7)).isTrue();

        assertThat(account.balance()).isZero();
    }

    @Test
    void withdraw_less_leavesTheRest() {
        Account account = new Account(10);

        assertThat(account.withdraw(2)).isTrue();

        assertThat(account.balance()).isEqualTo(5);
    }

    @Test
    void withdraw_more_isRefused() {
        Account account = new Account(10);

        assertThat(account.withdraw(8)).isFalse();

        assertThat(account.balance()).isEqualTo(10);
    }
}
