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
    /** The number of this server in object keys, the same for every process: who is meant is in the names of objects. */
    private static final String SERVER_ID = "1095978580";

    private static final String LOGGERS = "javax.enterprise.resource.corba.";

    /** How long it is waited for that the ORB, which has ended, gives its port back. */
    private static final long FREE_MILLIS_MAX = 5_000;

    /**
     * The ORB tells of every connection that is refused, with a stack, and of threads of its own that it has ended;
     * operators read one line an incident of ours. Kept for as long as there is the ORB, which may serve still when it has
     * ended: of a logger that nobody holds the level is forgotten.
     */
    private static final Map<ORB, Logger> SILENCED = Collections.synchronizedMap(new WeakHashMap<>());

    private final ORB orb;
    private final @Nullable IiopPlace listen;
    private final OrbInitializer initializer;
    private final KeyRing keys;
    private final Outlets outlets;
    private final @Nullable POA services;
    private final String listenKey;

    /** Where it tells, of whichever ORB, that a thread of its own has not ended yet when it does; they do. */
    private final Logger silencedOfAll = Logger.getLogger(LOGGERS + "_CORBA_");

    /**
     * How it is made.
     *
     * @param orbClass the class of the ORB
     * @param listen where it listens; null for a process that calls and is not called
     * @param reached the place that its references name; where it listens, unless something is between it and others
     * @param contexts the service contexts that are taken for a transaction's
     * @param listenKey the key of the setting by which it listens, for people
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
     * Starts one, which serves nothing until it is opened.
     *
     * @param outlets where its requests may go
     * @throws IllegalStateException when it can't be made, or its place can't be listened at
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
            throw new IllegalStateException(MESSAGES.orbNotMade(options.orbClass(), options.listen(), failed), failed);
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
        // A socket factory of its own: by default one is shared by all ORBs of a JVM, and belongs to the one made last.
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
     * @param byId makes a servant of the id of an object
     * @param typeIds the repository ids of exported objects by their names, also of those that are not there; null for what is
     *     no name
     * @param programs what those on this ORB are told
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

    /** What its requests carry. */
    public Baggage baggage() {
        return initializer.baggage();
    }

    /** What is under way on it, whoever has made it. */
    public UnderWay traffic() {
        return initializer.traffic();
    }

    /** What an object of this process is called. */
    public ObjectName open(byte[] id) throws ReferenceException {
        return keys.open(id);
    }

    /**
     * The same of a reference.
     *
     * @throws ReferenceException when it was not made here, and is not to an object that everybody may know
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
     * A reference that an object at a place has given, as what it says: it may lead elsewhere where that may be called (law 22).
     *
     * @throws NO_PERMISSION when it leads where it may not
     */
    public Ior given(org.omg.CORBA.Object object, IiopPlace by) throws ReferenceException {
        Ior given = ior(object);
        checkGiven(given.place(), by);
        return given;
    }

    /**
     * Holds where something leads that was given at a place against where it may.
     *
     * @throws NO_PERMISSION when it leads where it may not
     */
    public void checkGiven(IiopPlace leads, IiopPlace by) {
        if (!leads.equals(by)) {
            outlets.checkNamed(leads);
        }
    }

    /** A reference as what it says. */
    public Ior ior(org.omg.CORBA.Object object) throws ReferenceException {
        return Ior.parse(orb.object_to_string(object));
    }

    /**
     * The object of a stringified reference, of a corbaloc or of a corbaname.
     *
     * @throws TRANSIENT when it leads to none, or not now; the ORB does not say why
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
     * Ends it.
     *
     * @param isIdle whether nothing is served nor invoked; else what is, is broken off
     */
    public void close(boolean isIdle) {
        orb.shutdown(isIdle); // waits for what is invoked, too, and that may never end
        LeftCallers left = new LeftCallers();
        try {
            left.note(orb); // no call begins any more
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
