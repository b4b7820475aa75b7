package dev.assent.lab.run;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import dev.assent.lab.result.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that needs results. Thread safety: one thread. */
final class StoreOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            defaultValue = "lab-results",
            description = "the folder with all results (default: ${DEFAULT-VALUE} in the current folder)")
    private Path folder = Path.of("lab-results");

    /**
     * The results that there are.
     *
     * @throws IllegalArgumentException when there are none
     */
    Store open() throws IOException {
        if (!Store.isIn(folder)) {
            throw new IllegalArgumentException(MESSAGES.resultsMissing(folder));
        }
        return openOrMake();
    }

    /** The results; made when there are none yet. */
    Store openOrMake() throws IOException {
        try {
            return Store.open(folder);
        } catch (SQLException refused) {
            throw new IOException(MESSAGES.resultsClosed(folder, refused.getMessage()), refused);
        }
    }

    Path folder() {
        return folder;
    }

    /**
     * The run of this number, or the last one when it is null.
     *
     * @throws IllegalArgumentException when there is none
     */
    int orLast(Store store, @Nullable Integer run) throws SQLException {
        List<Integer> runs = store.runs();
        if (run == null ? runs.isEmpty() : !runs.contains(run)) {
            throw new IllegalArgumentException(MESSAGES.runMissing(run == null ? "yet" : run, folder));
        }
        return run == null ? runs.get(runs.size() - 1) : run;
    }
}
