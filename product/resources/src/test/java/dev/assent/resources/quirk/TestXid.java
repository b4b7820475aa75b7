package dev.assent.resources.quirk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import javax.transaction.xa.Xid;

/** An Xid of nobody's, different from all others. */
record TestXid(UUID id) implements Xid {
    static TestXid fresh() {
        return new TestXid(UUID.randomUUID());
    }

    @Override
    public int getFormatId() {
        return 4711;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    @Override
    public byte[] getBranchQualifier() {
        return new byte[] {1};
    }

    boolean isIn(Xid[] list) {
        return Arrays.stream(list)
                .anyMatch(each -> Arrays.equals(each.getGlobalTransactionId(), getGlobalTransactionId()));
    }
}
