package dev.assent.core.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table where it differs from presumed abort, move by move; and the invariants of every way through it. */
@Fast
class LastResourceTest {
    private static final CommitProtocol PROTOCOL = LastResource.INSTANCE;

    /** The steps that only this protocol has; the others are those of presumed abort. */
    private static final Set<Step> OWN = EnumSet.of(
            Step.PREPARING, Step.ANNOUNCING, Step.ASKING_LAST, Step.DECIDING, Step.DECIDING_ROLLBACK, Step.IN_DOUBT);

    private static final String MOVES = """
            PREPARING           ALL_READ_ONLY   ONE_PHASE
            PREPARING           AGREED          ANNOUNCING
            PREPARING           REFUSED         ROLLING_BACK
            ANNOUNCING          DURABLE         ASKING_LAST
            ANNOUNCING          UNDURABLE       UNKNOWN
            ANNOUNCING          LOG_REFUSED     ROLLING_BACK
            ASKING_LAST         ALL_DONE        DECIDING
            ASKING_LAST         REFUSED         DECIDING_ROLLBACK
            ASKING_LAST         UNREACHABLE     IN_DOUBT
            DECIDING            DURABLE         COMMITTING
            DECIDING            UNDURABLE       UNKNOWN
            DECIDING            LOG_REFUSED     IN_DOUBT
            DECIDING_ROLLBACK   DURABLE         ROLLING_BACK
            DECIDING_ROLLBACK   UNDURABLE       UNKNOWN
            DECIDING_ROLLBACK   LOG_REFUSED     ROLLING_BACK
            IN_DOUBT            RETRY           ASKING_LAST
            """;

    static Stream<Move> allMoves() {
        return Stream.concat(
                PresumedAbortTest.allMoves().filter(move -> !OWN.contains(move.step())), Move.of(OWN, MOVES));
    }

    @ParameterizedTest
    @MethodSource("allMoves")
    void everyStepTakesItsEventsAndNoOthers(Move move) {
        move.check(PROTOCOL);
    }

    @Test
    void theLastResourceIsAskedOnlyAfterADurableRecord() {
        assertThat(allMoves()
                        .filter(move -> move.next() == Step.ASKING_LAST)
                        .map(move -> move.step() + " " + move.event()))
                .containsExactlyInAnyOrder("ANNOUNCING DURABLE", "IN_DOUBT RETRY");
    }

    @Test
    void onceItWasAskedOnlyItsOwnAnswerLeadsToARollback() {
        assertThat(allMoves()
                        .filter(move -> move.next() == Step.DECIDING_ROLLBACK)
                        .map(move -> move.step() + " " + move.event()))
                .containsExactly("ASKING_LAST REFUSED");
        for (Step step : new Step[] {Step.ASKING_LAST, Step.DECIDING, Step.IN_DOUBT}) {
            assertThat(allMoves().filter(move -> move.step() == step).map(Move::next))
                    .doesNotContain(Step.ROLLING_BACK, Step.ROLLED_BACK);
        }
    }

    @Test
    void presumedAbortTurnsIntoItAndTheOthersStayWhatTheyAre() {
        assertThat(PresumedAbort.INSTANCE.withLastResource()).isSameAs(PROTOCOL);
        assertThat(PROTOCOL.withLastResource()).isSameAs(PROTOCOL);
        assertThat(PROTOCOL.participantsMax()).isEqualTo(PresumedAbort.INSTANCE.participantsMax());
    }
}
