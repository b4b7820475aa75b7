package dev.assent.transport.iiop.stranger;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.ORB;
import org.omg.CORBA.portable.ApplicationException;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.CORBA.portable.RemarshalException;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContextHelper;
import org.omg.CosTransactions.TransactionFactory;
import org.omg.CosTransactions.TransactionFactoryHelper;
import org.omg.IOP.ServiceContext;
import org.omg.PortableInterceptor.ClientRequestInfo;
import org.omg.PortableInterceptor.ClientRequestInterceptor;
import org.omg.PortableInterceptor.ORBInitInfo;
import org.omg.PortableInterceptor.ORBInitializer;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.Servant;

/** A process that knows CORBA and the Transaction Service, and nothing of Assent: an ORB of its own, with its objects. */
final class Stranger implements AutoCloseable {
    private static final String SELF = "test.Stranger";

    private final ORB orb;
    private final POA poa;
    private final List<byte[]> served = new ArrayList<>();
    private final AtomicReference<@Nullable ServiceContext> context;

    /** Sends what a test wants to be sent. */
    public static final class Initializer extends LocalObject implements ORBInitializer, ClientRequestInterceptor {
        private static final long serialVersionUID = 1L;

        private final transient AtomicReference<@Nullable ServiceContext> context = new AtomicReference<>();

        @Override
        public void pre_init(ORBInitInfo info) {
            try {
                info.add_client_request_interceptor(this);
                info.register_initial_reference(SELF, this);
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        }

        @Override
        public void post_init(ORBInitInfo info) {}

        @Override
        public String name() {
            return "test";
        }

        @Override
        public void destroy() {}

        @Override
        public void send_request(ClientRequestInfo request) {
            ServiceContext sent = context.get();
            if (sent != null) {
                request.add_request_service_context(sent, true);
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
    }

    Stranger() {
        Properties properties = new Properties();
        properties.setProperty("org.omg.CORBA.ORBClass", "com.sun.corba.se.impl.orb.ORBImpl");
        properties.setProperty("com.sun.CORBA.ORBServerHost", "127.0.0.1");
        properties.setProperty(
                "com.sun.CORBA.transport.ORBSocketFactoryClass",
                "com.sun.corba.se.impl.transport.DefaultSocketFactoryImpl");
        properties.setProperty("org.omg.PortableInterceptor.ORBInitializerClass." + Initializer.class.getName(), "");
        orb = ORB.init(new String[0], properties);
        try {
            context = ((Initializer) orb.resolve_initial_references(SELF)).context;
            poa = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
            poa.the_POAManager().activate();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** From now on every request carries this; null for nothing. */
    void sends(@Nullable ServiceContext with) {
        context.set(with);
    }

    /** A reference to an object of its own. */
    org.omg.CORBA.Object serve(Servant servant) {
        try {
            org.omg.CORBA.Object reference = poa.servant_to_reference(servant);
            served.add(poa.reference_to_id(reference));
            return reference;
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Ends all objects that it serves; their references lead nowhere. */
    void endAll() {
        for (byte[] each : served) {
            try {
                poa.deactivate_object(each);
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        }
        served.clear();
    }

    String stringified(org.omg.CORBA.Object object) {
        return orb.object_to_string(object);
    }

    org.omg.CORBA.Object object(String reference) {
        return orb.string_to_object(reference);
    }

    ORB orb() {
        return orb;
    }

    /** The TransactionFactory at a place. */
    TransactionFactory factory(String place) {
        return TransactionFactoryHelper.narrow(object("corbaloc::" + place + "/TransactionFactory"));
    }

    /** An exported object at a place, by its name there. */
    org.omg.CORBA.Object resolve(String place, String name) throws Exception {
        return NamingContextHelper.narrow(object("corbaloc::" + place + "/NameService"))
                .resolve(new NameComponent[] {new NameComponent(name, "")});
    }

    /** Calls an operation with one long, that returns one. */
    static int call(org.omg.CORBA.Object object, String operation, int argument) throws ApplicationException {
        ObjectImpl target = (ObjectImpl) object;
        InputStream reply = null;
        try {
            var out = target._request(operation, true);
            out.write_long(argument);
            reply = target._invoke(out);
            return reply.read_long();
        } catch (RemarshalException again) {
            return call(object, operation, argument);
        } finally {
            target._releaseReply(reply);
        }
    }

    @Override
    public void close() {
        orb.shutdown(true);
        orb.destroy();
    }
}
