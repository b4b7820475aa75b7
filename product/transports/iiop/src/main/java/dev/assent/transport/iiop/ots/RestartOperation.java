package dev.assent.transport.iiop.ots;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.UNKNOWN;
import org.omg.CORBA.portable.ApplicationException;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.RemarshalException;
import org.omg.CORBA.portable.ResponseHandler;

/**
 * The one operation of an Assent Resource that the Transaction Service does not have:
 * {@code void assent_restarted(in unsigned long epoch, in unsigned long mark)}. It says that the node with which the
 * Resource is registered runs again, in this life. Pure functions.
 */
public final class RestartOperation {
    /** Its name. */
    public static final String NAME = "assent_restarted";

    private RestartOperation() {}

    /** Invokes it, and waits. Returns true; throws a system exception as it is. */
    public static boolean invoke(ObjectImpl resource, NodeEpoch life) {
        @Nullable InputStream reply = null;
        try {
            OutputStream out = resource._request(NAME, true);
            out.write_ulong(life.epoch());
            out.write_ulong(life.mark());
            reply = resource._invoke(out);
            return true;
        } catch (RemarshalException forwarded) {
            return invoke(resource, life);
        } catch (ApplicationException undeclared) {
            reply = undeclared.getInputStream();
            throw new UNKNOWN(undeclared.getId(), 0, CompletionStatus.COMPLETED_MAYBE);
        } finally {
            resource._releaseReply(reply);
        }
    }

    /**
     * Reads the life that came with it.
     *
     * @throws IllegalArgumentException when its epoch is not allowed
     */
    public static NodeEpoch read(NodeId node, InputStream in) {
        return new NodeEpoch(node, in.read_ulong(), in.read_ulong());
    }

    /** The reply, which is empty. */
    public static OutputStream reply(ResponseHandler replies) {
        return replies.createReply();
    }
}
