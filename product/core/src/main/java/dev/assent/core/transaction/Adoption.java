package dev.assent.core.transaction;

import dev.assent.NodeId;
import dev.assent.core.audit.Act;
import dev.assent.core.log.Lives;
import dev.assent.core.participant.ByteSink;
import java.nio.ByteBuffer;

/**
 * An operator's statement that this node is to finish the branches of another node (law 2: each start is a new epoch).
 * If it names this node itself, it says that the log was found to be an old copy.
 *
 * <p>Immutable and safe to share.
 *
 * @param node the node that is gone for good
 * @param whole the lives of the other node for which this node has the whole log, so that it rolls back a branch
 *     without a decision (law 9: recovery rolls back only its own). Empty if nobody vouches for that: then such a
 *     branch waits for an operator
 * @param act who said so
 */
public record Adoption(NodeId node, Lives whole, Act act) {
    /** Writes it as the body of its record; the record's name has the node. */
    public void write(ByteSink out) {
        out.putLong(node.high()).putLong(node.low());
        whole.write(out);
        act.write(out);
    }

    /** Reads what {@link #write} wrote. */
    public static Adoption read(ByteBuffer in) {
        return new Adoption(NodeId.read(in), Lives.read(in), Act.read(in));
    }

    /**
     * Writes a record of the adopted node's log as the body of a record of this node's log.
     *
     * @param kind of the record
     * @param body from its position to its limit
     */
    public void wrap(int kind, ByteBuffer body, ByteSink out) {
        byte[] bytes = new byte[body.remaining()];
        body.duplicate().get(bytes);
        out.putLong(node.high()).putLong(node.low()).putInt(kind).putBytes(bytes, 0, bytes.length);
    }
}
