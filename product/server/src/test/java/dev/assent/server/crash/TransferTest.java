package dev.assent.server.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

@Fast
class TransferTest {
    @Test
    void randomTransfersStayWithinTheAccountsAndGoBothWays() {
        SplittableRandom random = new SplittableRandom(1);
        boolean north = false;
        boolean south = false;
        for (int i = 1; i <= 1_000; i++) {
            Transfer transfer = Transfer.random(i, random);
            assertThat(transfer.northAccount()).isBetween(1, Bank.ACCOUNTS);
            assertThat(transfer.southAccount()).isBetween(1, Bank.ACCOUNTS);
            assertThat(Math.abs(transfer.amount())).isBetween(1L, 100L);
            south |= transfer.amount() > 0;
            north |= transfer.amount() < 0;
        }
        assertThat(north && south).isTrue();
    }

    @Test
    void aTransferIsWhatItsWordSays() {
        Transfer transfer = Transfer.random(7, new SplittableRandom(1));
        assertThat(Transfer.parse(transfer.word())).isEqualTo(transfer);
        assertThat(Transfer.parse(transfer.withdrawnAtEnd().word())).isEqualTo(transfer.withdrawnAtEnd());
    }

    @Test
    void aTransferToNowhereNamesAnAccountThatTheSouthDoesNotHave() {
        Transfer transfer = Transfer.random(1, new SplittableRandom(1));
        assertThat(transfer.toNowhere().southAccount()).isGreaterThan(Bank.ACCOUNTS);
        assertThat(transfer.toNowhere().northAccount()).isEqualTo(transfer.northAccount());
    }
}
