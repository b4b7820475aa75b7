package dev.assent.testkit.simulation;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * An Xid of another transaction manager's branch that was damaged in its resource. Drivers return null for the parts
 * that they can't read.
 */
record DamagedXid(int getFormatId, byte @Nullable [] getGlobalTransactionId, byte @Nullable [] getBranchQualifier)
        implements Xid {
    private static final int NO_FORMAT = -1;
    private static final int PART_BYTES_MAX = 64;
    private static final NodeEpoch OTHER = new NodeEpoch(new NodeId(2, 2), 1, 0);

    /** One of each kind. */
    static final List<Xid> ALL = all();

    private static List<Xid> all() {
        byte[] global = new LocalTransactionId(OTHER, 1).global();
        byte[] qualifier = qualifier(1);
        int ours = TransactionId.ASSENT_FORMAT;
        return List.of(
                new DamagedXid(NO_FORMAT, new byte[0], new byte[0]),
                new DamagedXid(NO_FORMAT, null, null),
                new DamagedXid(ours, null, qualifier),
                new DamagedXid(ours, global, null),
                new DamagedXid(ours, new byte[0], qualifier),
                new DamagedXid(ours, Arrays.copyOf(global, 5), qualifier),
                new DamagedXid(ours, Arrays.copyOf(global, PART_BYTES_MAX + 1), qualifier),
                new DamagedXid(ours, global, Arrays.copyOf(qualifier, 3)),
                new DamagedXid(ours, global, qualifier(0)),
                new DamagedXid(ours, global, qualifier(-1)));
    }

    private static byte[] qualifier(int epoch) {
        ByteBuffer qualifier = ByteBuffer.allocate(1 + NodeId.BYTES + 3 * Integer.BYTES);
        qualifier.put((byte) 'A');
        OTHER.node().write(qualifier);
        return qualifier.putInt(epoch).putInt(0).putInt(1).array();
    }
}
