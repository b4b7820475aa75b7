package dev.assent.resources.quirk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.resources.quirk.TransactionHistory.Told;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which word of a server is believed, by where its log was when it told the number, and where it is now. */
@Fast
class TransactionHistoryTest {
    private static final LogPosition ASKED = LogPosition.of("7", "1000", "00000001000000000000001A", "0/1A000100");
    private static final long CHECKPOINT = LogPosition.number("0/1A000028");

    private static LogPosition now(String system, String server, String timeline, String flushed) {
        return LogPosition.of(system, server, timeline + "000000000000001A", flushed);
    }

    private static final LogPosition NOW = now("7", "1000", "00000001", "0/1A000200");

    @ParameterizedTest
    @CsvSource({
        "committed, COMMITTED",
        "aborted, ROLLED_BACK",
        "not given, ROLLED_BACK",
        "in progress, OPEN",
        "in recovery, OPEN",
        ", UNKNOWN"
    })
    void theSameServerThatGoesOn_isBelieved(String status, Ending ending) {
        assertThat(TransactionHistory.judged(ASKED, new Told(status, NOW, CHECKPOINT)))
                .isEqualTo(ending);
    }

    @ParameterizedTest
    @CsvSource({
        "another start, 7, 2000, 00000001, 0/1A000200, 0/1A000028",
        "another timeline, 7, 1000, 00000002, 0/1A000200, 0/1A000028",
        "a checkpoint since, 7, 1000, 00000001, 0/1A000200, 0/1A000100",
        "a checkpoint since in another segment, 7, 1000, 00000001, 1/0, 0/FA000028",
        "less on disk than before, 7, 1000, 00000001, 0/1A0000FF, 0/1A000028"
    })
    void aServerThatMayHaveForgotten_isBelievedAboutARollbackOnly(
            String why, String system, String server, String timeline, String flushed, String checkpoint) {
        LogPosition answering = now(system, server, timeline, flushed);
        long last = LogPosition.number(checkpoint);
        assertThat(TransactionHistory.judged(ASKED, new Told("committed", answering, last)))
                .as(why)
                .isEqualTo(Ending.UNKNOWN);
        assertThat(TransactionHistory.judged(ASKED, new Told("aborted", answering, last)))
                .as(why)
                .isEqualTo(Ending.ROLLED_BACK);
        assertThat(TransactionHistory.judged(ASKED, new Told("not given", answering, last)))
                .as(why)
                .isEqualTo(Ending.ROLLED_BACK);
    }

    @ParameterizedTest
    @CsvSource({"committed", "aborted", "not given", "in progress"})
    void anotherCluster_isNeverBelieved(String status) {
        LogPosition answering = now("8", "1000", "00000001", "0/1A000200");
        assertThat(TransactionHistory.judged(ASKED, new Told(status, answering, CHECKPOINT)))
                .isEqualTo(Ending.UNKNOWN);
    }

    @Test
    void aStandby_isAskedAgain() {
        assertThat(TransactionHistory.judged(ASKED, new Told("in recovery", null, CHECKPOINT)))
                .isEqualTo(Ending.OPEN);
    }
}
