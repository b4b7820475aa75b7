package dev.assent.lab.run;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.lab.result.Store;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ./assent lab query}: any question to all results. */
@Command(
        name = "query",
        description = {
            "Asks the database of all results by SQL. Its tables: run, database_used, planned, failure (what could not be"
                    + " measured), measure (a row a step, subject and repeat; times in microseconds; the histogram in Base64),"
                    + " and, for the last step of each subject, cost (of each process) and phase (of the end of"
                    + " transactions, in each server)."
        })
public final class QueryCommand implements Callable<Integer> {
    private static final String BETWEEN = "  ";

    @Mixin
    private StoreOption results = new StoreOption();

    @Parameters(
            arity = "0..1",
            paramLabel = "SQL",
            description = "the query (default: all runs, with the number of measures of each)")
    private String sql =
            "SELECT run.id, began, form, repeats, is_complete, COUNT(measure.id) AS measures, commit_id, options"
                    + " FROM run LEFT JOIN measure ON measure.run = run.id GROUP BY run.id ORDER BY run.id";

    @Override
    public Integer call() throws IOException, SQLException {
        try (Store store = results.open();
                Statement statement = store.connection().createStatement()) {
            // Changes by the question are undone at its end.
            store.connection().setAutoCommit(false);
            try (ResultSet rows = statement.executeQuery(sql)) {
                show(rows);
            } catch (SQLException refused) {
                String why = String.valueOf(refused.getMessage());
                throw new IllegalArgumentException(
                        MESSAGES.questionRefused(sql, why.lines().findFirst().orElse("")), refused);
            } finally {
                store.connection().rollback();
            }
        }
        return 0;
    }

    private static String text(Object value) {
        if (value instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        boolean isFraction = value instanceof Double || value instanceof BigDecimal number && number.scale() > 0;
        return isFraction ? String.format(Locale.ROOT, "%.3f", ((Number) value).doubleValue()) : value.toString();
    }

    private static void show(ResultSet rows) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        List<List<String>> all = new ArrayList<>();
        List<String> header = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            header.add(columns.getColumnLabel(i).toLowerCase(Locale.ROOT));
        }
        all.add(header);
        while (rows.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                @Nullable Object value = rows.getObject(i);
                row.add(value == null ? "" : text(value));
            }
            all.add(row);
        }
        int[] widths = new int[columns.getColumnCount()];
        all.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i))
                        .append(" ".repeat(widths[i] - row.get(i).length()))
                        .append(BETWEEN);
            }
            System.out.println(line.toString().stripTrailing());
        }
    }
}
