package dev.assent.core.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The table, move by move; and the invariants of every way through it. */
@Fast
class PresumedAbortTest {
    private static final CommitProtocol PROTOCOL = PresumedAbort.INSTANCE;

    private static final String MOVES = """
            ACTIVE              COMMIT_NONE     COMMITTED
            ACTIVE              COMMIT_ONE      ONE_PHASE
            ACTIVE              COMMIT_MANY     PREPARING
            ACTIVE              ROLLBACK        ROLLING_BACK
            PREPARING           ALL_READ_ONLY   COMMITTED
            PREPARING           AGREED          DECIDING
            PREPARING           REFUSED         ROLLING_BACK
            ONE_PHASE           ALL_DONE        COMMITTED
            ONE_PHASE           REFUSED         ROLLED_BACK
            ONE_PHASE           UNREACHABLE     ROLLING_BACK
            ONE_PHASE           HEURISTIC       RECORDING_COMMIT
            DECIDING            DURABLE         COMMITTING
            DECIDING            UNDURABLE       UNKNOWN
            DECIDING            LOG_REFUSED     ROLLING_BACK
            COMMITTING          ALL_DONE        COMMITTED
            COMMITTING          UNREACHABLE     COMMIT_PARKED
            COMMITTING          HEURISTIC       RECORDING_COMMIT
            COMMITTING          KEPT            HEURISTIC
            ROLLING_BACK        ALL_DONE        ROLLED_BACK
            ROLLING_BACK        UNREACHABLE     ROLLBACK_PARKED
            ROLLING_BACK        HEURISTIC       RECORDING_ROLLBACK
            ROLLING_BACK        KEPT            HEURISTIC
            RECORDING_COMMIT    DURABLE         COMMIT_PARKED
            RECORDING_COMMIT    KEPT            HEURISTIC
            RECORDING_COMMIT    UNDURABLE       UNKNOWN
            RECORDING_COMMIT    LOG_REFUSED     UNKNOWN
            RECORDING_ROLLBACK  DURABLE         ROLLBACK_PARKED
            RECORDING_ROLLBACK  KEPT            HEURISTIC
            RECORDING_ROLLBACK  UNDURABLE       UNKNOWN
            RECORDING_ROLLBACK  LOG_REFUSED     UNKNOWN
            COMMIT_PARKED       RETRY           COMMITTING
            ROLLBACK_PARKED     RETRY           ROLLING_BACK
            """;

    static Stream<Move> allMoves() {
        return Move.of(EnumSet.allOf(Step.class), MOVES);
    }

    @ParameterizedTest
    @MethodSource("allMoves")
    void everyStepTakesItsEventsAndNoOthers(Move move) {
        move.check(PROTOCOL);
    }

    @Test
    void whatIsDecidedIsNeverRolledBack() {
        assertThat(reachable(Step.COMMITTING))
                .doesNotContain(Step.ROLLING_BACK, Step.ROLLED_BACK, Step.ROLLBACK_PARKED, Step.RECORDING_ROLLBACK);
    }

    @Test
    void whatIsRolledBackIsNeverCommitted() {
        assertThat(reachable(Step.ROLLING_BACK))
                .doesNotContain(Step.COMMITTING, Step.COMMITTED, Step.COMMIT_PARKED, Step.RECORDING_COMMIT);
    }

    @Test
    void afterADecisionOfUnknownFateNothingHappens() {
        assertThat(reachable(Step.UNKNOWN)).isEmpty();
    }

    @Test
    void phaseTwoOfACommitComesOnlyAfterADurableDecision() {
        assertThat(allMoves()
                        .filter(move -> move.next() == Step.COMMITTING)
                        .map(move -> move.step() + " " + move.event()))
                .containsExactlyInAnyOrder("DECIDING DURABLE", "COMMIT_PARKED RETRY");
    }

    private static Set<Step> reachable(Step from) {
        Set<Step> found = EnumSet.noneOf(Step.class);
        boolean grown = true;
        while (grown) {
            grown = allMoves()
                    .filter(move -> move.next() != null && (move.step() == from || found.contains(move.step())))
                    .map(move -> found.add(move.next()))
                    .reduce(false, Boolean::logicalOr);
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource({"COMMITTED, true", "HEURISTIC, true", "COMMIT_PARKED, false", "ROLLING_BACK, false", "ACTIVE, false"})
    void fromAnEndNothingLeadsOn(Step step, boolean isEnd) {
        assertThat(reachable(step).isEmpty()).isEqualTo(isEnd);
    }
}
