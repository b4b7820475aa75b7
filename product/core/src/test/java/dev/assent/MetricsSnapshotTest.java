package dev.assent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.MetricsSnapshot.Log;
import dev.assent.MetricsSnapshot.Recoveries;
import dev.assent.MetricsSnapshot.Transactions;
import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

/** What happened between two snapshots. */
@Fast
class MetricsSnapshotTest {
    @Test
    void everyCountOfTransactionsIsThatOfTheTimeBetween() {
        Transactions earlier = new Transactions(1, 2, 3, 4, 5, 6);
        Transactions later = new Transactions(11, 22, 33, 44, 55, 66);
        assertThat(later.since(earlier)).isEqualTo(new Transactions(10, 20, 30, 40, 50, 60));
    }

    @Test
    void everyCountOfRecoveryIsThatOfTheTimeBetween() {
        assertThat(new Recoveries(11, 22).since(new Recoveries(1, 2))).isEqualTo(new Recoveries(10, 20));
    }

    @Test
    void whatTheLogDidIsOfTheTimeBetweenAndWhatItHoldsIsOfNow() {
        Log later = new Log(11, 22, 33, 44, 55);
        assertThat(later.since(new Log(1, 2, 3, 4, 5))).isEqualTo(new Log(10, 20, 30, 44, 55));
    }
}
