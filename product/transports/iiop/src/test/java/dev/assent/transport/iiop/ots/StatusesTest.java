package dev.assent.transport.iiop.ots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.remote.message.Response.Decision;
import org.junit.jupiter.api.Test;
import org.omg.CosTransactions.Status;

/** The answer of a superior to an inquiry, for superiors of all makers. */
@Fast
class StatusesTest {
    @Test
    void theNumbersAreThoseOfTheStandard() {
        assertThat(Status._StatusActive).isZero();
        assertThat(Status._StatusMarkedRollback).isEqualTo(1);
        assertThat(Status._StatusPrepared).isEqualTo(2);
        assertThat(Status._StatusCommitted).isEqualTo(3);
        assertThat(Status._StatusRolledBack).isEqualTo(4);
        assertThat(Status._StatusUnknown).isEqualTo(5);
        assertThat(Status._StatusNoTransaction).isEqualTo(6);
        assertThat(Status._StatusPreparing).isEqualTo(7);
        assertThat(Status._StatusCommitting).isEqualTo(8);
        assertThat(Status._StatusRollingBack).isEqualTo(9);
    }

    @Test
    void whatMakesDoNotAgreeAboutIsNoDecision() {
        assertThat(decision(3)).isEqualTo(Decision.COMMIT);
        for (int rolledBack : new int[] {1, 4, 9}) {
            assertThat(decision(rolledBack)).isEqualTo(Decision.ROLLBACK);
        }
        for (int open : new int[] {0, 2, 5, 6, 7, 8}) {
            assertThat(decision(open)).isEqualTo(Decision.UNDECIDED);
        }
    }

    private static Decision decision(int number) {
        return Statuses.decision(Status.from_int(number));
    }

    @Test
    void nodesOfOursAreToldWhatIsReadAsWhatItIs() {
        for (Decision each : Decision.values()) {
            assertThat(Statuses.decision(Statuses.of(each))).isEqualTo(each);
        }
    }
}
