package dev.assent.core.adapter;

import dev.assent.LogUnavailableException;
import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.log.RecordKind;
import java.io.IOException;
import java.nio.file.Path;

/** A process that opens a log, forces some transactions, says how it went, and holds the log until its input ends. */
final class FolderHolder {
    private FolderHolder() {}

    public static void main(String[] arguments) throws IOException {
        LogOptions options = new LogOptions(LogOptions.SEGMENT_BYTES_MIN);
        Path folder = Path.of(arguments[0]);
        int commits = Integer.parseInt(arguments[1]);
        try (FileDecisionLog log = FileDecisionLog.open(FolderStorage.open(folder), options, () -> new NodeId(3, 4))) {
            for (int i = 1; i <= commits; i++) {
                LocalTransactionId id = new LocalTransactionId(log.life(), i);
                long position = log.append(RecordKind.DECISION, id, out -> out.putString("a decision"));
                log.force(position, answer -> {});
            }
            System.out.println("held");
            System.in.read();
        } catch (LogUnavailableException e) {
            System.out.println(e.getMessage());
        }
    }
}
