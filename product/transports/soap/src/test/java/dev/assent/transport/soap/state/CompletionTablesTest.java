package dev.assent.transport.soap.state;

import dev.assent.harness.Fast;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both tables of Completion, cell by cell. */
@Fast
class CompletionTablesTest {
    private static final String COORDINATOR = """
            event             | NONE                                    | ACTIVE                        | COMPLETING
            COMMIT            | SEND_AGAIN_OR_FAULT_UNKNOWN_TRANSACTION | INITIATE_COMMIT->COMPLETING   | IGNORE
            ROLLBACK          | SEND_AGAIN_OR_FAULT_UNKNOWN_TRANSACTION | INITIATE_ROLLBACK->COMPLETING | FAULT_INVALID_STATE
            COMMIT_DECISION   | -                                       | -                             | SEND_COMMITTED->NONE
            ROLLBACK_DECISION | -                                       | SEND_ABORTED->NONE            | SEND_ABORTED->NONE\
            """;

    private static final String INITIATOR = """
            event             | NONE               | ACTIVE                    | COMPLETING
            REGISTER_RESPONSE | REGISTERED->ACTIVE | IGNORE                    | IGNORE
            COMMITTED         | IGNORE             | FAULT_INVALID_STATE       | RETURN_COMMITTED->NONE
            ABORTED           | IGNORE             | RETURN_ABORTED->NONE      | RETURN_ABORTED->NONE
            INCONSISTENT      | IGNORE             | IGNORE                    | RETURN_MIXED->NONE
            UNKNOWN           | IGNORE             | IGNORE                    | RETURN_UNKNOWN->ACTIVE
            NOT_DONE          | IGNORE             | IGNORE                    | IGNORE->ACTIVE
            USER_COMMIT       | RETURN_AGAIN       | SEND_COMMIT->COMPLETING   | REFUSE
            USER_ROLLBACK     | RETURN_AGAIN       | SEND_ROLLBACK->COMPLETING | REFUSE
            USER_AGAIN        | RETURN_AGAIN       | RESEND->COMPLETING        | RESEND
            COMMS_TIMES_OUT   | -                  | -                         | RESEND\
            """;

    static Stream<TableText.Cell<CompletionCoordinatorTable.Event, CompletionState>> coordinators() {
        return new TableText<>(CompletionCoordinatorTable.Event.class, CompletionState.class, COORDINATOR).cells();
    }

    static Stream<TableText.Cell<CompletionInitiatorTable.Event, CompletionState>> initiators() {
        return new TableText<>(CompletionInitiatorTable.Event.class, CompletionState.class, INITIATOR).cells();
    }

    @ParameterizedTest
    @MethodSource("coordinators")
    void everyCellOfTheCoordinatorIsTheOneThatIsWritten(
            TableText.Cell<CompletionCoordinatorTable.Event, CompletionState> cell) {
        cell.verify(CompletionCoordinatorTable::at);
    }

    @ParameterizedTest
    @MethodSource("initiators")
    void everyCellOfTheInitiatorIsTheOneThatIsWritten(
            TableText.Cell<CompletionInitiatorTable.Event, CompletionState> cell) {
        cell.verify(CompletionInitiatorTable::at);
    }
}
