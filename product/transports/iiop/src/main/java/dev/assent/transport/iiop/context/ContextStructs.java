package dev.assent.transport.iiop.context;

import dev.assent.remote.message.Context;
import dev.assent.transport.iiop.reference.Ior;
import org.omg.CORBA.Any;
import org.omg.CORBA.ORB;
import org.omg.CORBA.UserException;
import org.omg.CosTransactions.PropagationContext;
import org.omg.CosTransactions.PropagationContextHelper;
import org.omg.IOP.Codec;
import org.omg.IOP.CodecFactoryHelper;
import org.omg.IOP.ENCODING_CDR_ENCAPS;
import org.omg.IOP.Encoding;

/**
 * Contexts as arguments of requests, which the ORB has read already. {@code get_txcontext} and {@code recreate} have
 * them.
 *
 * <p>Thread safety: safe to share.
 */
public final class ContextStructs {
    private static final byte GIOP_MAJOR = 1;
    private static final byte GIOP_MINOR = 2;

    private final ORB orb;
    private final Codec codec;

    /** Uses the Codec of an ORB. */
    public ContextStructs(ORB orb) {
        this.orb = orb;
        try {
            codec = CodecFactoryHelper.narrow(orb.resolve_initial_references("CodecFactory"))
                    .create_codec(new Encoding(ENCODING_CDR_ENCAPS.value, GIOP_MAJOR, GIOP_MINOR));
        } catch (UserException absent) {
            throw new IllegalStateException("the ORB has no Codec of GIOP 1.2: " + absent, absent);
        }
    }

    /** As {@link ContextCodec#write}. */
    public PropagationContext struct(Context context, Ior coordinator) {
        try {
            return PropagationContextHelper.extract(
                    codec.decode_value(ContextCodec.write(context, coordinator), PropagationContextHelper.type()));
        } catch (UserException impossible) {
            throw new IllegalStateException("the ORB does not read what is written here", impossible);
        }
    }

    /** As {@link ContextCodec#read}. */
    public Context context(PropagationContext struct) throws ContextException {
        Any any = orb.create_any();
        PropagationContextHelper.insert(any, struct);
        try {
            return ContextCodec.read(codec.encode_value(any));
        } catch (UserException impossible) {
            throw new IllegalStateException("the ORB does not write what it has read", impossible);
        }
    }
}
