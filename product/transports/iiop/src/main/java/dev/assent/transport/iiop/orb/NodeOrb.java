package dev.assent.transport.iiop.orb;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.remote.message.ShownAddress;
import dev.assent.transport.iiop.bound.UnderWay;
import dev.assent.transport.iiop.program.Programs;
import dev.assent.transport.iiop.program.TransactionPolicy;
import dev.assent.transport.iiop.reference.IiopPlace;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.KeyRing;
import dev.assent.transport.iiop.reference.ObjectName;
import dev.assent.transport.iiop.reference.ReferenceException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.ORB;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSIENT;
import org.omg.CORBA.UserException;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.Servant;

/**
 * The ORB of one process, from its start to its end.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class NodeOrb {
    /**
     * The number of this server in object keys, the same for every process; the names of objects say which node is
     * meant.
     */
    private static final String SERVER_ID = "1095978580";

    private static final String LOGGERS = "javax.enterprise.resource.corba.";

    /** How long closing waits for an ORB that has ended to free its port. */
    private static final long FREE_MILLIS_MAX = 5_000;

    /**
     * The silenced loggers of ORBs. An ORB logs every refused connection with a stack trace, and each of its own
     * threads that it has ended, while operators read one line of ours for each incident. A logger is kept as long as
     * its ORB, which may still serve after its end: the JVM forgets the level of an unreferenced logger.
     */
    private static final Map<ORB, Logger> SILENCED = Collections.synchronizedMap(new WeakHashMap<>());

    private final ORB orb;
    private final @Nullable IiopPlace listen;
    private final OrbInitializer initializer;
    private final KeyRing keys;
    private final Outlets outlets;
    private final @Nullable POA services;
    private final String listenKey;

    /** Where any ORB logs, when it ends, that one of its threads has not ended yet; such threads end soon after. */
    private final Logger silencedOfAll = Logger.getLogger(LOGGERS + "_CORBA_");

    /**
     * Options of the ORB.
     *
     * @param orbClass the class of the ORB
     * @param listen where it listens; null for a process that calls others and is not called
     * @param reached the address that its references name; the one it listens at, unless a relay stands between
     * @param contexts the ids of service contexts that are accepted as a transaction's
     * @param listenKey the key of the setting that makes it listen, for messages
     */
    public record Options(
            String orbClass,
            @Nullable IiopPlace listen,
            @Nullable IiopPlace reached,
            Set<Integer> contexts,
            String listenKey) {
        /** Copies the set. */
        public Options {
            contexts = Set.copyOf(contexts);
        }
    }

    /**
     * Starts an ORB that serves nothing until it is opened.
     *
     * @param outlets where its requests may go
     * @throws IllegalStateException when it can't be made, or can't listen at its address
     */
    public NodeOrb(Options options, KeyRing keys, Outlets outlets) {
        this.keys = keys;
        this.outlets = outlets;
        this.listen = options.listen();
        this.listenKey = options.listenKey();
        String id = "assent-" + Integer.toHexString(System.identityHashCode(this));
        Logger silenced = Logger.getLogger(LOGGERS + id);
        silenced.setLevel(Level.OFF);
        silencedOfAll.setLevel(Level.OFF);
        try {
            orb = ORB.init(arguments(options), properties(options, id));
            SILENCED.put(orb, silenced);
            initializer = (OrbInitializer) orb.resolve_initial_references(OrbInitializer.SELF);
            initializer.connect(outlets, keys);
            services = options.listen() == null ? null : services();
        } catch (SystemException | UserException failed) {
            Object place = listen == null ? "none" : listen;
            throw new IllegalStateException(MESSAGES.orbNotMade(options.orbClass(), place, failed), failed);
        }
    }

    private static String[] arguments(Options options) {
        List<String> arguments = new ArrayList<>();
        arguments.add(OrbInitializer.CONTEXTS);
        arguments.add(options.contexts().stream().map(Integer::toUnsignedString).collect(Collectors.joining(",")));
        if (options.listen() != null) {
            arguments.add(OrbInitializer.LISTENS);
        }
        if (options.reached() != null && !options.reached().equals(options.listen())) {
            arguments.addAll(List.of(OrbInitializer.REACHED, options.reached().toString()));
        }
        return arguments.toArray(String[]::new);
    }

    private static Properties properties(Options options, String id) {
        Properties properties = new Properties();
        properties.setProperty("org.omg.CORBA.ORBClass", options.orbClass());
        properties.setProperty("org.omg.CORBA.ORBId", id);
        properties.setProperty("org.omg.PortableInterceptor.ORBInitializerClass." + OrbInitializer.class.getName(), "");
        // Its own socket factory: by default all ORBs of a JVM share one, which belongs to the ORB that was made last.
        properties.setProperty(
                "com.sun.CORBA.transport.ORBSocketFactoryClass",
                "com.sun.corba.se.impl.transport.DefaultSocketFactoryImpl");
        properties.setProperty("com.sun.CORBA.giop.ORBFragmentSize", "32768");
        properties.setProperty("com.sun.CORBA.POA.ORBServerId", SERVER_ID);
        IiopPlace listen = options.listen();
        if (listen != null) {
            properties.setProperty("com.sun.CORBA.ORBServerHost", listen.host()); // else it listens everywhere
            properties.setProperty("com.sun.CORBA.POA.ORBPersistentServerPort", Integer.toString(listen.port()));
        }
        return properties;
    }

    private POA services() throws UserException {
        POA root = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
        return initializer.adapter(
                root, "assent-services", TransactionPolicy.Ots.ofServices(), TransactionPolicy.Invocation.ofServices());
    }

    /**
     * Begins to serve.
     *
     * @param byId makes a servant from the id of an object
     * @param typeIds the repository ids of exported objects by their names, also of names that nothing has; null for
     *     text that is not a name
     * @param programs the node, as CORBA programs on this ORB see it
     */
    public void open(Function<byte[], Servant> byId, Function<String, @Nullable String> typeIds, Programs programs) {
        initializer.open(programs);
        initializer.finder().open(byId);
        initializer.plainKeys().open(name -> {
            String typeId = typeIds.apply(name);
            return typeId == null ? null : reference(new ObjectName.Service(name), typeId);
        });
        POA objects = initializer.objects();
        if (objects != null) {
            try {
                objects.the_POAManager().activate();
            } catch (UserException inactive) {
                throw new IllegalStateException("the ORB is closed: " + inactive, inactive);
            }
        }
    }

    /** The service contexts of its requests. */
    public Baggage baggage() {
        return initializer.baggage();
    }

    /** Counts all requests that run on it, including those of CORBA programs. */
    public UnderWay traffic() {
        return initializer.traffic();
    }

    /** The name in an object id of this process. */
    public ObjectName open(byte[] id) throws ReferenceException {
        return keys.open(id);
    }

    /**
     * The name in a reference of this process.
     *
     * @throws ReferenceException when this process did not make it, and not every process may know its object
     */
    public ObjectName open(org.omg.CORBA.Object reference) throws ReferenceException {
        return keys.open(ior(reference));
    }

    /**
     * A reference to an object of this process.
     *
     * @param typeId the repository id of its type
     */
    public org.omg.CORBA.Object reference(ObjectName name, String typeId) {
        boolean isService = name instanceof ObjectName.Service;
        POA adapter = isService ? services : initializer.objects();
        if (adapter == null) {
            throw new IllegalStateException(MESSAGES.notListeningFor(name, listenKey));
        }
        return initializer.reference(adapter, isService ? KeyRing.idOf(name) : keys.seal(name), typeId);
    }

    /**
     * Reads a reference that an object at a place has sent. It may lead to another place only if that may be called
     * (law 22).
     *
     * @throws NO_PERMISSION when it leads to a place that may not be called
     */
    public Ior given(org.omg.CORBA.Object object, IiopPlace by) throws ReferenceException {
        Ior given = ior(object);
        checkGiven(given.place(), by);
        return given;
    }

    /**
     * Checks that a reference from one place leads to the same place, or to one that may be called.
     *
     * @throws NO_PERMISSION when it does not
     */
    public void checkGiven(IiopPlace leads, IiopPlace by) {
        if (!leads.equals(by)) {
            outlets.checkNamed(leads);
        }
    }

    /** Reads a reference. */
    public Ior ior(org.omg.CORBA.Object object) throws ReferenceException {
        return Ior.parse(orb.object_to_string(object));
    }

    /**
     * The object of a stringified reference, a corbaloc or a corbaname.
     *
     * @throws TRANSIENT when it leads to no object, or not now; the ORB does not say why
     */
    public org.omg.CORBA.Object object(String reference) {
        org.omg.CORBA.Object found = orb.string_to_object(reference);
        if (found == null) {
            throw new TRANSIENT(
                    "'" + ShownAddress.of(reference) + "' leads to no object now", 0, CompletionStatus.COMPLETED_NO);
        }
        return found;
    }

    /** The ORB itself. */
    public ORB orb() {
        return orb;
    }

    /**
     * Ends the ORB.
     *
     * @param isIdle whether no request runs; else the running ones are broken off
     */
    public void close(boolean isIdle) {
        orb.shutdown(isIdle); // if true, waits for invocations, too, which may never end
        LeftCallers left = new LeftCallers();
        try {
            left.note(orb); // no new call can begin now
        } finally {
            try {
                orb.destroy();
            } finally {
                left.release();
            }
        }
        if (listen != null) {
            FreedPlace.await(listen, FREE_MILLIS_MAX);
        }
    }
}
