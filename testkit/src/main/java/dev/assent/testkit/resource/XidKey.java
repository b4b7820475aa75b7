package dev.assent.testkit.resource;

import java.nio.ByteBuffer;
import javax.transaction.xa.Xid;

/**
 * The three parts of an Xid, as a resource manager that knows nothing of Assent keeps and lists them.
 * Refuses parts that are longer than 64 bytes.
 *
 * @param format the format
 * @param global the global part, never written to
 * @param branch the branch qualifier, never written to
 */
record XidKey(int format, ByteBuffer global, ByteBuffer branch) implements Xid {
    static XidKey of(Xid xid) {
        byte[] global = xid.getGlobalTransactionId();
        byte[] branch = xid.getBranchQualifier();
        if (global.length < 1 || global.length > MAXGTRIDSIZE || branch.length > MAXBQUALSIZE) {
            throw new IllegalArgumentException(
                    "an Xid with parts of " + global.length + " and " + branch.length + " bytes is not allowed");
        }
        return new XidKey(xid.getFormatId(), ByteBuffer.wrap(global.clone()), ByteBuffer.wrap(branch.clone()));
    }

    @Override
    public int getFormatId() {
        return format;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return global.array().clone();
    }

    @Override
    public byte[] getBranchQualifier() {
        return branch.array().clone();
    }
}
