package dev.assent.lab.run;

import dev.assent.lab.result.Store;
import java.time.temporal.ChronoUnit;

/** Where and how a run was made, in a line for people. */
final class RunLine {
    private RunLine() {}

    static String of(Store.StoredRun run) {
        Store.RunHeader header = run.header();
        return "Run %d of %s, \"%s\": %s, %d cores; %s; %s; commit %s; %s; %s, measured %s."
                .formatted(
                        run.number(),
                        run.began().truncatedTo(ChronoUnit.SECONDS),
                        header.options(),
                        header.machine().processor(),
                        header.machine().cores(),
                        header.machine().system(),
                        header.machine().java(),
                        header.machine().commit(),
                        header.network(),
                        header.form(),
                        header.repeats() == 1 ? "once" : header.repeats() + " times");
    }
}
