package dev.assent.core.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.EnumSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of a subordinate, move by move. */
@Fast
class PresumedAbortSubordinateTest {
    private static final String MOVES = """
            ACTIVE              PREPARE         PREPARING
            PREPARING           ALL_READ_ONLY   COMMITTED
            PREPARING           AGREED          RECORDING_PREPARED
            PREPARING           REFUSED         ROLLING_BACK
            RECORDING_PREPARED  DURABLE         PREPARED
            RECORDING_PREPARED  UNDURABLE       UNKNOWN
            RECORDING_PREPARED  LOG_REFUSED     ROLLING_BACK
            PREPARED            TOLD_COMMIT     OBEYING
            PREPARED            ROLLBACK        ROLLING_BACK
            OBEYING             ALL_DONE        COMMITTED
            OBEYING             UNREACHABLE     RECORDING_WORD
            OBEYING             HEURISTIC       RECORDING_COMMIT
            OBEYING             KEPT            HEURISTIC
            RECORDING_WORD      DURABLE         COMMIT_PARKED
            RECORDING_WORD      UNDURABLE       UNKNOWN
            RECORDING_WORD      LOG_REFUSED     PREPARED
            """;

    private static final EnumSet<Step> OWN =
            EnumSet.of(Step.PREPARING, Step.RECORDING_PREPARED, Step.PREPARED, Step.OBEYING, Step.RECORDING_WORD);

    static Stream<Move> allMoves() {
        return Move.of(OWN, MOVES.lines().skip(1).reduce("", (all, line) -> all + line + "\n"));
    }

    @ParameterizedTest
    @MethodSource("allMoves")
    void everyStepTakesItsEventsAndNoOthers(Move move) {
        move.check(PresumedAbortSubordinate.INSTANCE);
    }

    @Test
    void allElseIsAsUnderPresumedAbort() {
        assertThat(PresumedAbortSubordinate.INSTANCE.next(Step.ACTIVE, Event.PREPARE))
                .isEqualTo(Step.PREPARING);
        assertThat(PresumedAbortSubordinate.INSTANCE.next(Step.COMMIT_PARKED, Event.RETRY))
                .isEqualTo(Step.COMMITTING);
        assertThat(PresumedAbortSubordinate.INSTANCE.participantsMax())
                .isEqualTo(PresumedAbort.INSTANCE.participantsMax());
    }

    @Test
    void nothingIsCommittedThatIsNotOnRecordAsPrepared() {
        assertThat(allMoves().filter(move -> move.next() == Step.OBEYING).map(move -> move.step() + " " + move.event()))
                .containsExactly("PREPARED TOLD_COMMIT");
        assertThat(allMoves()
                        .filter(move -> move.next() == Step.PREPARED)
                        .map(move -> move.step() + " " + move.event()))
                .containsExactlyInAnyOrder("RECORDING_PREPARED DURABLE", "RECORDING_WORD LOG_REFUSED");
    }
}
