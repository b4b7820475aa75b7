package dev.assent.transport.soap.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.transport.soap.state.CoordinatorTable.Action;
import dev.assent.transport.soap.state.CoordinatorTable.Event;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The coordinator's table, cell by cell, and what must hold whatever comes. */
@Fast
class CoordinatorTableTest {
    private static final String DURABLE = """
            event             | NONE          | ACTIVE                           | PREPARING                        | PREPARED                           | PREPARED_SUCCESS         | COMMITTING               | ABORTING
            REGISTER          | FAULT_INVALID_STATE | SEND_REGISTER_RESPONSE     | FAULT_INVALID_STATE              | FAULT_INVALID_STATE                | FAULT_INVALID_STATE      | FAULT_INVALID_STATE      | FAULT_INVALID_STATE
            PREPARED          | SEND_ROLLBACK | IGNORE                           | RECORD_VOTE->PREPARED            | IGNORE                             | IGNORE                   | RESEND_COMMIT            | RESEND_ROLLBACK
            READ_ONLY         | IGNORE        | FORGET->NONE                     | FORGET->NONE                     | FAULT_INVALID_STATE                | FAULT_INVALID_STATE      | FAULT_INVALID_STATE      | FORGET->NONE
            ABORTED           | IGNORE        | FORGET->NONE                     | FORGET->NONE                     | FAULT_INVALID_STATE                | FAULT_INVALID_STATE      | FAULT_INVALID_STATE      | FORGET->NONE
            COMMITTED         | IGNORE        | FAULT_INVALID_STATE->ABORTING    | FAULT_INVALID_STATE->ABORTING    | FAULT_INVALID_STATE                | FAULT_INVALID_STATE      | FORGET->NONE             | FAULT_INVALID_STATE
            USER_COMMIT       | -             | SEND_PREPARE->PREPARING          | -                                | -                                  | -                        | -                        | -
            COMMS_TIMES_OUT   | -             | -                                | RESEND_PREPARE                   | -                                  | -                        | RESEND_COMMIT            | RESEND_ROLLBACK
            COMMIT_DECISION   | -             | -                                | -                                | RECORD_OUTCOME->PREPARED_SUCCESS   | -                        | -                        | -
            ROLLBACK_DECISION | -             | SEND_ROLLBACK->ABORTING          | SEND_ROLLBACK->ABORTING          | SEND_ROLLBACK->ABORTING            | -                        | -                        | -
            WRITE_DONE        | -             | -                                | -                                | -                                  | SEND_COMMIT->COMMITTING  | -                        | -
            ALL_FORGOTTEN     | -             | -                                | -                                | -                                  | -                        | FORGET->NONE             | FORGET->NONE\
            """;

    private static final TableText<Event, TwoPhaseState> TEXT =
            new TableText<>(Event.class, TwoPhaseState.class, DURABLE);

    static Stream<TableText.Cell<Event, TwoPhaseState>> cells() {
        return TEXT.cells();
    }

    @ParameterizedTest
    @MethodSource("cells")
    void everyCellOfADurableParticipantIsTheOneThatIsWritten(TableText.Cell<Event, TwoPhaseState> cell) {
        cell.verify(CoordinatorTable.DURABLE::at);
    }

    /** A volatile one may join the round that is under way, and when it is not known nobody presumes anything of it. */
    @ParameterizedTest
    @MethodSource("cells")
    void aVolatileParticipantDiffersInTwoCells(TableText.Cell<Event, TwoPhaseState> cell) {
        String content = cell.content();
        if (cell.event() == Event.REGISTER && cell.state() == TwoPhaseState.PREPARING) {
            content = "SEND_REGISTER_RESPONSE->ACTIVE";
        } else if (cell.event() == Event.PREPARED && cell.state() == TwoPhaseState.NONE) {
            content = "FAULT_UNKNOWN_TRANSACTION";
        }
        new TableText.Cell<>(cell.event(), cell.state(), content).verify(CoordinatorTable.VOLATILE::at);
    }

    @ParameterizedTest
    @EnumSource(CoordinatorTable.class)
    void nobodyIsToldToRollBackOnceAllAreToldToCommit(CoordinatorTable table) {
        for (Event event : possible(table, TwoPhaseState.COMMITTING)) {
            Step<Action, TwoPhaseState> step = table.at(event, TwoPhaseState.COMMITTING);
            assertThat(step.next()).as("%s", event).isIn(TwoPhaseState.COMMITTING, TwoPhaseState.NONE);
            assertThat(step.action()).as("%s", event).isNotIn(Action.SEND_ROLLBACK, Action.RESEND_ROLLBACK);
        }
    }

    @ParameterizedTest
    @EnumSource(CoordinatorTable.class)
    void commitIsSentOnlyAfterTheDecisionIsDurable(CoordinatorTable table) {
        for (TwoPhaseState state : TwoPhaseState.values()) {
            for (Event event : possible(table, state)) {
                Step<Action, TwoPhaseState> step = table.at(event, state);
                boolean sendsCommit = step.action() == Action.SEND_COMMIT || step.next() == TwoPhaseState.COMMITTING;
                if (sendsCommit && state != TwoPhaseState.COMMITTING) {
                    assertThat(event).isEqualTo(Event.WRITE_DONE);
                }
            }
        }
    }

    @Test
    void noMessageForgetsAParticipantWhoseVoteIsYesButItsCommitted() {
        for (TwoPhaseState state : EnumSet.of(TwoPhaseState.PREPARED, TwoPhaseState.PREPARED_SUCCESS)) {
            for (Event message : EnumSet.range(Event.REGISTER, Event.COMMITTED)) {
                assertThat(CoordinatorTable.DURABLE.at(message, state).next())
                        .as("%s", message)
                        .isEqualTo(state);
            }
        }
    }

    private static Set<Event> possible(CoordinatorTable table, TwoPhaseState state) {
        Set<Event> possible = EnumSet.noneOf(Event.class);
        for (Event each : Event.values()) {
            try {
                table.at(each, state);
                possible.add(each);
            } catch (IllegalStateException impossible) {
                // so says the table
            }
        }
        return possible;
    }
}
