package dev.assent.transport.iiop.context;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.remote.message.Context;
import dev.assent.transport.iiop.reference.Ior;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one transaction's context. Each call needs its own copy, with the time that is left and, if the caller
 * knows one, the subordinate at the called process. All else, above all the references, is encoded once.
 *
 * <p>Thread safety: safe to share.
 */
public final class EncodedContext {
    private static final int SECONDS_AT = Integer.BYTES;

    private final Context first;
    private final Ior coordinator;

    /** Without a known subordinate. */
    private final byte[] plain;

    /** With a known subordinate; made when it is first needed. */
    private volatile byte @Nullable [] knowing;

    /**
     * Writes the context of a transaction.
     *
     * @param context of any call of it
     * @param coordinator the coordinator that the called process registers with
     */
    public EncodedContext(Context context, Ior coordinator) {
        this.first = new Context(context.id(), context.superior(), context.remainingMillis(), null);
        this.coordinator = coordinator;
        this.plain = ContextCodec.write(first, coordinator);
    }

    /** As {@link ContextCodec#write}, for a context of the same transaction and superior. */
    public byte[] of(Context context) {
        LocalTransactionId known = context.known();
        byte[] copy = known == null || context.superior().name() == null
                ? plain.clone()
                : knowing(known).clone();
        ByteBuffer out = ByteBuffer.wrap(copy);
        out.putInt(SECONDS_AT, ContextCodec.seconds(context.remainingMillis()));
        if (context.superior().name() != null) {
            int end = copy.length;
            if (known != null) {
                end -= LocalTransactionId.BYTES;
                out.put(end, known.global());
            }
            out.putLong(end - Long.BYTES, context.remainingMillis());
        }
        return copy;
    }

    private byte[] knowing(LocalTransactionId any) {
        byte[] made = knowing;
        if (made == null) {
            made = ContextCodec.write(
                    new Context(first.id(), first.superior(), first.remainingMillis(), any), coordinator);
            knowing = made;
        }
        return made;
    }
}
