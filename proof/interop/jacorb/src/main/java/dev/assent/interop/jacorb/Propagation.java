package dev.assent.interop.jacorb;

import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.Any;
import org.omg.CORBA.INTERNAL;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.ORB;
import org.omg.CORBA.UserException;
import org.omg.CosTransactions.PropagationContext;
import org.omg.CosTransactions.PropagationContextHelper;
import org.omg.IOP.CodecFactoryHelper;
import org.omg.IOP.ENCODING_CDR_ENCAPS;
import org.omg.IOP.Encoding;
import org.omg.IOP.ServiceContext;
import org.omg.IOP.TransactionService;
import org.omg.PortableInterceptor.ClientRequestInfo;
import org.omg.PortableInterceptor.ClientRequestInterceptor;
import org.omg.PortableInterceptor.ORBInitInfo;
import org.omg.PortableInterceptor.ORBInitInfoPackage.DuplicateName;
import org.omg.PortableInterceptor.ORBInitializer;

/**
 * Sends the context of a transaction with requests: implicit propagation by an interceptor, as a Transaction Service
 * has one (OTS 1.4, Portable Interceptors). Thread safety: safe to share; it sends the calling thread's context.
 */
final class Propagation extends LocalObject implements ClientRequestInterceptor {
    private static final long serialVersionUID = 1L;

    private static final ThreadLocal<byte @Nullable []> CURRENT = new ThreadLocal<>();

    private Propagation() {}

    /** A context as requests carry it. */
    static byte[] encode(ORB orb, PropagationContext context) throws UserException {
        Any any = orb.create_any();
        PropagationContextHelper.insert(any, context);
        return CodecFactoryHelper.narrow(orb.resolve_initial_references("CodecFactory"))
                .create_codec(new Encoding(ENCODING_CDR_ENCAPS.value, (byte) 1, (byte) 2))
                .encode_value(any);
    }

    /** Makes a call whose requests have a context that was encoded. */
    static int with(byte[] context, IntSupplier call) {
        CURRENT.set(context);
        try {
            return call.getAsInt();
        } finally {
            CURRENT.remove();
        }
    }

    /** Made by the ORB. */
    public static final class Initializer extends LocalObject implements ORBInitializer {
        private static final long serialVersionUID = 1L;

        /** For the ORB, which makes it by the name of its class. */
        public Initializer() {}

        @Override
        public void pre_init(ORBInitInfo info) {
            try {
                info.add_client_request_interceptor(new Propagation());
            } catch (DuplicateName impossible) {
                throw new INTERNAL(impossible.toString());
            }
        }

        @Override
        public void post_init(ORBInitInfo info) {}
    }

    @Override
    public String name() {
        return "dev.assent.interop.jacorb.propagation";
    }

    @Override
    public void send_request(ClientRequestInfo request) {
        byte[] context = CURRENT.get();
        if (context != null) {
            request.add_request_service_context(new ServiceContext(TransactionService.value, context), true);
        }
    }

    @Override
    public void send_poll(ClientRequestInfo request) {}

    @Override
    public void receive_reply(ClientRequestInfo request) {}

    @Override
    public void receive_exception(ClientRequestInfo request) {}

    @Override
    public void receive_other(ClientRequestInfo request) {}

    @Override
    public void destroy() {}
}
