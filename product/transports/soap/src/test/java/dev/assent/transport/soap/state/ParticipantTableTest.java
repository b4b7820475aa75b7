package dev.assent.transport.soap.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.transport.soap.state.ParticipantTable.Action;
import dev.assent.transport.soap.state.ParticipantTable.Event;
import java.util.EnumSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The participant's table, cell by cell, and what must hold whatever its coordinator sends. */
@Fast
class ParticipantTableTest {
    private static final String TABLE = """
            event              | NONE                         | ACTIVE                       | PREPARING                    | PREPARED                          | PREPARED_SUCCESS             | COMMITTING             | ABORTING
            REGISTER_RESPONSE  | REGISTER_SUBORDINATE->ACTIVE | IGNORE                       | IGNORE                       | IGNORE                            | IGNORE                       | IGNORE                 | IGNORE
            PREPARE            | SEND_ABORTED                 | GATHER_VOTE->PREPARING       | IGNORE                       | IGNORE                            | RESEND_PREPARED              | IGNORE                 | SEND_ABORTED
            COMMIT             | SEND_COMMITTED               | FAULT_AND_ROLLBACK->ABORTING | FAULT_AND_ROLLBACK->ABORTING | FAULT_INVALID_STATE               | INITIATE_COMMIT->COMMITTING  | IGNORE                 | FAULT_INVALID_STATE
            ROLLBACK           | SEND_ABORTED                 | INITIATE_ROLLBACK->ABORTING  | INITIATE_ROLLBACK->ABORTING  | INITIATE_ROLLBACK->ABORTING       | INITIATE_ROLLBACK->ABORTING  | FAULT_INVALID_STATE    | SEND_ABORTED
            COMMS_TIMES_OUT    | -                            | -                            | -                            | -                                 | RESEND_PREPARED              | -                      | -
            COMMIT_DECISION    | -                            | -                            | RECORD_VOTE->PREPARED        | -                                 | -                            | -                      | -
            ROLLBACK_DECISION  | -                            | SEND_ABORTED->NONE           | SEND_ABORTED->NONE           | -                                 | -                            | -                      | -
            READ_ONLY_DECISION | -                            | SEND_READ_ONLY->NONE         | SEND_READ_ONLY->NONE         | -                                 | -                            | -                      | -
            WRITE_DONE         | -                            | -                            | -                            | SEND_PREPARED->PREPARED_SUCCESS   | -                            | -                      | -
            ALL_FORGOTTEN      | -                            | -                            | -                            | -                                 | -                            | SEND_COMMITTED->NONE   | SEND_ABORTED->NONE\
            """;

    static Stream<TableText.Cell<Event, TwoPhaseState>> cells() {
        return new TableText<>(Event.class, TwoPhaseState.class, TABLE).cells();
    }

    @ParameterizedTest
    @MethodSource("cells")
    void everyCellIsTheOneThatIsWritten(TableText.Cell<Event, TwoPhaseState> cell) {
        cell.verify(ParticipantTable::at);
    }

    @Test
    void oneThatHasVotedRollsBackOnlyWhenItIsTold() {
        for (Event event : EnumSet.complementOf(EnumSet.of(Event.ROLLBACK))) {
            try {
                assertThat(ParticipantTable.at(event, TwoPhaseState.PREPARED_SUCCESS)
                                .next())
                        .as("%s", event)
                        .isNotIn(TwoPhaseState.ABORTING, TwoPhaseState.NONE);
            } catch (IllegalStateException impossible) {
                // so says the table
            }
        }
    }

    @Test
    void preparedIsSentOnlyAfterTheVoteIsDurable() {
        for (TwoPhaseState state : TwoPhaseState.values()) {
            for (Event event : Event.values()) {
                try {
                    Action action = ParticipantTable.at(event, state).action();
                    if (action == Action.SEND_PREPARED) {
                        assertThat(event).isEqualTo(Event.WRITE_DONE);
                    } else if (action == Action.RESEND_PREPARED) {
                        assertThat(state).isEqualTo(TwoPhaseState.PREPARED_SUCCESS);
                    }
                } catch (IllegalStateException impossible) {
                    // so says the table
                }
            }
        }
    }
}
