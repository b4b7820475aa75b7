package dev.assent.transport.iiop.stranger;

import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Response;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each end of an operation of a Resource means to its coordinator, as the Transaction Service 1.4 (Resource interface,
 * and the exceptions of section "Exceptions") and CORBA's completion status have it; docs/design/ots.md names the rest. Pure
 * functions.
 */
final class OtsAnswers {
    /**
     * A row an end, a column a verb. "lost": nobody knows what was done, by the completion status: YES and MAYBE may have
     * arrived, NO has not. "gone": the Resource does not exist, which is no answer by itself. "refused": with NO it has done
     * nothing, else as "lost". A hyphen: the operation does not have this exception.
     */
    private static final String TABLE = """
            end                    | PREPARE          | COMMIT             | ROLLBACK         | COMMIT_ONE_PHASE | FORGET
            return                 | by vote          | DONE               | DONE             | DONE             | DONE
            HeuristicRollback      | -                | HEURISTIC_ROLLBACK | -                | -                | -
            HeuristicCommit        | -                | -                  | HEURISTIC_COMMIT | -                | -
            HeuristicMixed         | HEURISTIC_MIXED  | HEURISTIC_MIXED    | HEURISTIC_MIXED  | -                | -
            HeuristicHazard        | HEURISTIC_HAZARD | HEURISTIC_HAZARD   | HEURISTIC_HAZARD | HEURISTIC_HAZARD | -
            NotPrepared            | -                | DOUBTFUL           | -                | -                | -
            TRANSACTION_ROLLEDBACK | ROLLED_BACK      | ROLLED_BACK        | DONE             | ROLLED_BACK      | DONE
            OBJECT_NOT_EXIST       | lost             | gone               | DONE             | lost             | DONE
            INVALID_TRANSACTION    | lost             | gone               | lost             | lost             | lost
            NO_PERMISSION          | refused          | refused            | refused          | refused          | refused
            COMM_FAILURE           | lost             | lost               | lost             | lost             | lost
            TRANSIENT              | lost             | lost               | lost             | lost             | lost
            TIMEOUT                | lost             | lost               | lost             | lost             | lost
            NO_RESPONSE            | lost             | lost               | lost             | lost             | lost
            INTERNAL               | lost             | lost               | lost             | lost             | lost
            UNKNOWN                | lost             | lost               | lost             | lost             | lost\
            """;

    private static final Map<String, Map<String, String>> CELLS = cells();

    private OtsAnswers() {}

    private static Map<String, Map<String, String>> cells() {
        Map<String, Map<String, String>> cells = new TreeMap<>();
        List<String[]> rows =
                TABLE.lines().map(each -> each.strip().split("\\s*\\|\\s*")).toList();
        for (String[] row : rows.subList(1, rows.size())) {
            Map<String, String> cell = new TreeMap<>();
            for (int i = 1; i < row.length; i++) {
                cell.put(rows.get(0)[i], row[i]);
            }
            cells.put(row[0], cell);
        }
        return cells;
    }

    /** The ends that an operation may have. */
    static List<String> ends(RemoteVerb verb) {
        return CELLS.keySet().stream()
                .filter(each -> !CELLS.get(each).get(verb.name()).equals("-"))
                .toList();
    }

    static boolean isSystem(String end) {
        return end.equals(end.toUpperCase(java.util.Locale.ROOT));
    }

    /**
     * What the end of an operation means.
     *
     * @param completed YES, NO or MAYBE; of a system exception
     * @param vote VoteCommit, VoteRollback or VoteReadOnly; of a return of prepare
     */
    static String meant(RemoteVerb verb, String end, String completed, String vote) {
        String cell = CELLS.get(end).get(verb.name());
        return switch (cell) {
            case "by vote" ->
                switch (vote) {
                    case "VoteCommit" -> "PREPARED";
                    case "VoteRollback" -> "ROLLED_BACK";
                    default -> "READ_ONLY";
                };
            case "lost" -> completed.equals("NO") ? "not arrived" : "perhaps arrived";
            case "refused" -> completed.equals("NO") ? "FORBIDDEN" : "perhaps arrived";
            case "gone" -> "GONE";
            default -> cell;
        };
    }

    /** The same words for what the transport has made of it. */
    static String said(Response response) {
        if (response instanceof Response.Answered answered) {
            return answered.answer().name();
        } else if (response instanceof Response.Refused refused) {
            return refused.why().name();
        }
        return ((Response.Unanswered) response).mayHaveArrived() ? "perhaps arrived" : "not arrived";
    }
}
