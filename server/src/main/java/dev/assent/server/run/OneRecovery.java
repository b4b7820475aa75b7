package dev.assent.server.run;

import dev.assent.core.Assent;
import dev.assent.core.message.Message;
import dev.assent.core.recovery.RecoveryReport;
import dev.assent.core.transaction.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Recovers until nothing is in doubt, or nothing more comes of waiting. Confined to one thread. */
final class OneRecovery {
    private static final long PAUSE_MILLIS = 500;

    private final Assent assent;
    private @Nullable RecoveryReport last;

    OneRecovery(Assent assent) {
        this.assent = assent;
    }

    /** Whether nothing is in doubt; waits for resources that are away, for {@code limit} at most. */
    boolean run(Duration limit) throws InterruptedException {
        long endNanos = System.nanoTime() + limit.toNanos();
        RecoveryReport report = assent.recover();
        while (!report.isComplete() && endNanos - System.nanoTime() > 0) {
            Thread.sleep(PAUSE_MILLIS);
            report = assent.recover();
        }
        last = report;
        return report.isComplete() && report.heuristic() == 0 && report.leftAlone() == 0;
    }

    /** What is left, after {@link #run}: one line each. Branches left alone were told by a notice each. */
    List<String> left() {
        RecoveryReport report = Objects.requireNonNull(last);
        List<String> lines = new ArrayList<>();
        for (Transaction each : assent.coordinator().parked()) {
            lines.add(Message.RUN_TRANSACTION_LEFT.text(each.id(), each.step(), each.participants()));
        }
        report.unreachable().forEach(name -> lines.add(Message.RUN_RESOURCE_LEFT.text(name)));
        if (report.leftAlone() > 0) {
            lines.add(Message.RUN_BRANCHES_LEFT.text(report.leftAlone()));
        }
        return lines;
    }
}
