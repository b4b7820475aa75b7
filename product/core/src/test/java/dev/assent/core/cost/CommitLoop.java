package dev.assent.core.cost;

import dev.assent.NodeId;
import dev.assent.core.adapter.FolderStorage;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import java.nio.file.Path;
import javax.transaction.xa.XAResource;

/** A process that ends transactions on a log in a folder: to be watched from outside. */
final class CommitLoop {
    private CommitLoop() {}

    /** The folder; how many two-phase commits; how many of each kind that costs no forced write. */
    public static void main(String[] arguments) throws Exception {
        FileDecisionLog log = FileDecisionLog.open(
                FolderStorage.open(Path.of(arguments[0])),
                new LogOptions(LogOptions.SEGMENT_BYTES_DEFAULT),
                () -> new NodeId(1, 2));
        int free = Integer.parseInt(arguments[2]);
        try (TestNode node = TestNode.builder().log(log).open()) {
            RecordingResource orders = node.resource("orders");
            RecordingResource payments = node.resource("payments");
            for (int i = 0; i < free; i++) {
                node.beginOn().commit();
                node.beginOn(orders).commit();
                node.beginOn(orders, payments).rollback();
                orders.votes(XAResource.XA_RDONLY);
                payments.votes(XAResource.XA_RDONLY);
                node.beginOn(orders, payments).commit();
            }
            for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                node.beginOn(orders, payments).commit();
            }
        }
    }
}
