package dev.assent.resources.quirk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which errors say that a connection is lost, and which only look like it. */
@Fast
class ConnectionLossTest {
    @ParameterizedTest
    @CsvSource({
        "PostgreSQL: idle in a transaction for too long, 25P03, 0, true",
        "PostgreSQL: a transaction that took too long, 25P04, 0, true",
        "PostgreSQL: idle for too long, 57P05, 0, true",
        "PostgreSQL: ended by an operator, 57P01, 0, true",
        "PostgreSQL: the server crashes, 57P02, 0, true",
        "PostgreSQL: not up yet, 57P03, 0, true",
        "PostgreSQL: the database was dropped, 57P04, 0, true",
        "any: connection failure, 08006, 0, true",
        "MariaDB: killed by an operator, 70100, 1927, true",
        "MySQL: idle for too long, HY000, 4031, true",
        "MySQL: the server has gone away, HY000, 2006, true",
        "MySQL: lost during a query, HY000, 2013, true",
        "Derby: the conversation is over, 58009, 0, true",
        "Derby: the engine was shut down, XJ015, 50000, true",
        "MariaDB: a statement was killed, 70100, 1317, false",
        "MySQL: a lock was waited for, HY000, 1205, false",
        "another database's code, 42000, 2006, false",
        "PostgreSQL: in a failed transaction, 25P02, 0, false",
        "PostgreSQL: no transaction, 25P01, 0, false",
        "PostgreSQL: a statement was canceled, 57014, 0, false",
        "PostgreSQL: an error of its disk, 58030, 0, false",
        "nobody knows, , 0, false"
    })
    void anErrorIsALossOrNot(String what, String state, int code, boolean isLoss) {
        assertThat(ConnectionLoss.is(new SQLException(what, state, code))).isEqualTo(isLoss);
    }

    @Test
    void anErrorToWhichTheDriverChainsALoss_isOne() {
        SQLException error = new SQLException("refused", "P0001");
        error.setNextException(new SQLException("and then cut", "08006"));
        assertThat(ConnectionLoss.is(error)).isTrue();
    }

    @Test
    void aDriversClassForIt_isEnough() {
        assertThat(ConnectionLoss.is(new SQLNonTransientConnectionException("broken", "90067", 90_067)))
                .isTrue();
    }

    @Test
    void aLossBehindManyErrorsAndCauses_isFound() {
        SQLException loss = new SQLException("cut", "08006");
        Throwable wrapped = loss;
        SQLException chained = loss;
        for (int i = 0; i < 10_000; i++) {
            wrapped = new IllegalStateException("refused", wrapped);
            SQLException next = new SQLException("refused", "23505");
            next.setNextException(chained);
            chained = next;
        }
        assertThat(ConnectionLoss.is(chained)).isTrue();
        assertThat(ConnectionLoss.isCauseOf(wrapped, error -> false)).isTrue();
    }

    /** A driver's own class may tell anything. */
    private static final class Circle extends SQLException {
        private static final long serialVersionUID = 1;

        @Override
        public SQLException getNextException() {
            return this;
        }

        @Override
        public synchronized Throwable getCause() {
            return this;
        }
    }

    @Test
    void errorsInACircleWithoutALoss_areNone() {
        assertThat(ConnectionLoss.is(new Circle())).isFalse();
        assertThat(ConnectionLoss.isCauseOf(new Circle(), error -> false)).isFalse();
        assertThat(DatabaseQuirks.UNKNOWN.isLocalRollback(new Circle())).isFalse();
    }

    private static final class Endless extends SQLException {
        private static final long serialVersionUID = 1;

        @Override
        public SQLException getNextException() {
            return new Endless();
        }

        @Override
        public synchronized Throwable getCause() {
            return new Endless();
        }
    }

    @Test
    void errorsWithoutAnEnd_countAsTheWorst() {
        assertThat(ConnectionLoss.is(new Endless())).isTrue();
        assertThat(ConnectionLoss.isCauseOf(new Endless(), error -> false)).isTrue();
        assertThat(DatabaseQuirks.UNKNOWN.isLocalRollback(new Endless())).isTrue();
    }
}
