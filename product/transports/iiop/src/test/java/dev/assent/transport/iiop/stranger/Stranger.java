package dev.assent.transport.iiop.stranger;

import dev.assent.transport.iiop.cdr.CdrOut;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.ReferenceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.ORB;
import org.omg.CORBA.Policy;
import org.omg.CORBA.portable.ApplicationException;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.CORBA.portable.RemarshalException;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContextHelper;
import org.omg.CosTransactions.Coordinator;
import org.omg.CosTransactions.TransactionFactory;
import org.omg.CosTransactions.TransactionFactoryHelper;
import org.omg.CosTransactions.otid_t;
import org.omg.IOP.ServiceContext;
import org.omg.PortableInterceptor.ClientRequestInfo;
import org.omg.PortableInterceptor.ClientRequestInterceptor;
import org.omg.PortableInterceptor.ORBInitInfo;
import org.omg.PortableInterceptor.ORBInitializer;
import org.omg.PortableInterceptor.ServerRequestInfo;
import org.omg.PortableInterceptor.ServerRequestInterceptor;
import org.omg.PortableServer.ForwardRequest;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.RequestProcessingPolicyValue;
import org.omg.PortableServer.Servant;
import org.omg.PortableServer.ServantLocator;
import org.omg.PortableServer.ServantLocatorPackage.CookieHolder;
import org.omg.PortableServer.ServantRetentionPolicyValue;

/** A process that knows CORBA and the Transaction Service, and nothing of Assent: an ORB of its own, with its objects. */
final class Stranger implements AutoCloseable {
    private static final String SELF = "test.Stranger";
    private static final int TRANSACTION = 0;
    private static final int CALLER = 0x41534E01;

    private final ORB orb;
    private final POA poa;
    private final List<byte[]> served = new ArrayList<>();
    private final AtomicReference<@Nullable ServiceContext> context;
    private final Map<Integer, byte[]> received;

    /** Sends what a test wants to be sent. */
    public static final class Initializer extends LocalObject
            implements ORBInitializer, ClientRequestInterceptor, ServerRequestInterceptor {
        private static final long serialVersionUID = 1L;

        private final transient AtomicReference<@Nullable ServiceContext> context = new AtomicReference<>();
        private final transient Map<Integer, byte[]> received = new ConcurrentHashMap<>();

        @Override
        public void pre_init(ORBInitInfo info) {
            try {
                info.add_client_request_interceptor(this);
                info.add_server_request_interceptor(this);
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

        @Override
        public void receive_request_service_contexts(ServerRequestInfo request) {}

        @Override
        public void receive_request(ServerRequestInfo request) {
            received.clear();
            for (int id : new int[] {TRANSACTION, CALLER}) {
                try {
                    received.put(id, request.get_request_service_context(id).context_data);
                } catch (BAD_PARAM absent) {
                    received.remove(id);
                }
            }
        }

        @Override
        public void send_reply(ServerRequestInfo request) {}

        @Override
        public void send_exception(ServerRequestInfo request) {}

        @Override
        public void send_other(ServerRequestInfo request) {}
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
            Initializer initializer = (Initializer) orb.resolve_initial_references(SELF);
            context = initializer.context;
            received = initializer.received;
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

    /** A context as Narayana writes one: no terminator, a timeout of 0, data of its own. */
    byte[] context(@Nullable Coordinator of, otid_t otid) throws ReferenceException {
        CdrOut out = new CdrOut().putLong(0);
        if (of == null) {
            Ior.writeNil(out);
        } else {
            Ior.parse(stringified(of)).write(out);
        }
        Ior.writeNil(out);
        out.putLong(otid.formatID).putLong(otid.bqual_length).putOctets(otid.tid);
        return out.putLong(0).putLong(0).toByteArray();
    }

    /** The transaction that the last request has brought which it has served; null for none. */
    byte @Nullable [] broughtTransaction() {
        return received.get(TRANSACTION);
    }

    /** The key of the last request's caller; null for a stranger. */
    byte @Nullable [] broughtKey() {
        return received.get(CALLER);
    }

    /** An object that sends all its requests to another one. */
    org.omg.CORBA.Object forwarder(org.omg.CORBA.Object other, String typeId) {
        try {
            Policy[] policies = {
                poa.create_request_processing_policy(RequestProcessingPolicyValue.USE_SERVANT_MANAGER),
                poa.create_servant_retention_policy(ServantRetentionPolicyValue.NON_RETAIN)
            };
            POA forwarding = poa.create_POA("forwarding", poa.the_POAManager(), policies);
            forwarding.set_servant_manager(new Forwarding(other));
            return forwarding.create_reference(typeId);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static final class Forwarding extends LocalObject implements ServantLocator {
        private static final long serialVersionUID = 1L;

        private final transient org.omg.CORBA.Object other;

        Forwarding(org.omg.CORBA.Object other) {
            this.other = other;
        }

        @Override
        public Servant preinvoke(byte[] id, POA adapter, String operation, CookieHolder cookie) throws ForwardRequest {
            throw new ForwardRequest(other);
        }

        @Override
        public void postinvoke(byte[] id, POA adapter, String operation, Object cookie, Servant servant) {}
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
