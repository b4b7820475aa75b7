package dev.assent.transport.iiop.orb;

import dev.assent.transport.iiop.bound.UnderWay;
import dev.assent.transport.iiop.program.CallingInterceptor;
import dev.assent.transport.iiop.program.PolicyInterceptor;
import dev.assent.transport.iiop.program.PolicyMaker;
import dev.assent.transport.iiop.program.Programs;
import dev.assent.transport.iiop.program.ServingInterceptor;
import dev.assent.transport.iiop.program.ThreadCurrent;
import dev.assent.transport.iiop.reference.IiopPlace;
import dev.assent.transport.iiop.reference.KeyRing;
import dev.assent.transport.iiop.reference.ObjectName;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.ORB;
import org.omg.CORBA.Policy;
import org.omg.CORBA.UserException;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.PortableInterceptor.ORBInitInfo;
import org.omg.PortableInterceptor.ORBInitializer;
import org.omg.PortableServer.IdAssignmentPolicyValue;
import org.omg.PortableServer.IdUniquenessPolicyValue;
import org.omg.PortableServer.LifespanPolicyValue;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.RequestProcessingPolicyValue;
import org.omg.PortableServer.ServantRetentionPolicyValue;

/**
 * Gives an ORB its interceptors and, if it listens, the object adapter for what every process serves. An object adapter
 * must be registered while the ORB starts: only then, by the standard, does the ORB answer at
 * {@code corbaloc::HOST:PORT/TransactionFactory} and {@code /NameService}. The ORB makes this object by the name of its
 * class. So arguments of the ORB tell it what to do, and the caller finds it as an initial reference.
 */
public final class OrbInitializer extends LocalObject implements ORBInitializer {
    private static final long serialVersionUID = 1L;

    /** The argument before the ids of service contexts that are accepted as a transaction's. */
    static final String CONTEXTS = "-assent-contexts";

    /** The argument of a process that listens. */
    static final String LISTENS = "-assent-listens";

    /** The argument before the address that references name, if it is not the one at which the ORB listens. */
    static final String REACHED = "-assent-reached";

    /** The initial reference that is this object. */
    static final String SELF = "dev.assent.OrbInitializer";

    private static final String FACTORY_TYPE = "IDL:omg.org/CosTransactions/TransactionFactory:1.0";
    private static final String NAMES_TYPE = "IDL:omg.org/CosNaming/NamingContextExt:1.0";

    private final transient ServantFinder finder = new ServantFinder();
    private final transient AtomicReference<@Nullable Programs> programs = new AtomicReference<>();
    private final transient AtomicReference<SendingInterceptor.@Nullable Ways> ways = new AtomicReference<>();
    private final transient PlainKeys plainKeys = new PlainKeys();
    private final transient UnderWay traffic = new UnderWay();
    private transient @Nullable Baggage baggage;
    private transient @Nullable POA objects;
    private transient @Nullable ReachedAddress reached;

    /** For the ORB. */
    public OrbInitializer() {}

    @Override
    public void pre_init(ORBInitInfo info) {
        String ids = argument(info, CONTEXTS).orElseThrow();
        reached = argument(info, REACHED)
                .flatMap(IiopPlace::parse)
                .map(ReachedAddress::new)
                .orElse(null);
        Set<Integer> accepted =
                Arrays.stream(ids.split(",")).map(Integer::parseUnsignedInt).collect(Collectors.toSet());
        Baggage made = new Baggage(accepted);
        ThreadCurrent current = new ThreadCurrent(programs);
        baggage = made;
        try {
            info.add_client_request_interceptor(new SendingInterceptor(made, ways));
            info.add_server_request_interceptor(new ReceivingInterceptor(made));
            info.add_client_request_interceptor(new CallingInterceptor(programs, traffic));
            info.add_server_request_interceptor(
                    new ServingInterceptor(programs, current, traffic)); // after the reader of service contexts
            info.add_ior_interceptor(new PolicyInterceptor());
            if (reached != null) {
                info.add_ior_interceptor(reached);
            }
            for (int type : PolicyMaker.types()) {
                info.register_policy_factory(type, new PolicyMaker());
            }
            info.register_initial_reference("TransactionCurrent", current);
            info.register_initial_reference(SELF, this);
        } catch (UserException refused) {
            throw new IllegalStateException("the ORB takes no interceptors: " + refused, refused);
        }
    }

    private static Optional<String> argument(ORBInitInfo info, String before) {
        List<String> all = Arrays.asList(info.arguments());
        int at = all.indexOf(before);
        return at < 0 ? Optional.empty() : Optional.of(all.get(at + 1));
    }

    @Override
    public void post_init(ORBInitInfo info) {
        if (!Arrays.asList(info.arguments()).contains(LISTENS)) {
            return;
        }
        try {
            POA root = POAHelper.narrow(info.resolve_initial_references("RootPOA"));
            POA made = adapter(root, "assent");
            plainKeys.serve(orbOf(made));
            info.register_initial_reference(
                    "TransactionFactory", reference(made, KeyRing.idOf(new ObjectName.Factory()), FACTORY_TYPE));
            info.register_initial_reference(
                    "NameService", reference(made, KeyRing.idOf(new ObjectName.Names()), NAMES_TYPE));
            objects = made;
        } catch (UserException refused) {
            throw new IllegalStateException("the ORB has no object adapter: " + refused, refused);
        }
    }

    private static ORB orbOf(POA adapter) {
        return ((ObjectImpl) adapter.create_reference_with_id(KeyRing.idOf(new ObjectName.Names()), NAMES_TYPE))._orb();
    }

    /**
     * Makes a persistent object adapter under the root. The ids of its objects say which servant to make.
     *
     * @param more further policies, which its references show
     */
    POA adapter(POA root, String name, Policy... more) throws UserException {
        Policy[] usual = {
            root.create_lifespan_policy(LifespanPolicyValue.PERSISTENT),
            root.create_id_assignment_policy(IdAssignmentPolicyValue.USER_ID),
            root.create_id_uniqueness_policy(IdUniquenessPolicyValue.MULTIPLE_ID),
            root.create_servant_retention_policy(ServantRetentionPolicyValue.NON_RETAIN),
            root.create_request_processing_policy(RequestProcessingPolicyValue.USE_SERVANT_MANAGER)
        };
        Policy[] all = Arrays.copyOf(usual, usual.length + more.length);
        System.arraycopy(more, 0, all, usual.length, more.length);
        POA made = root.create_POA(name, root.the_POAManager(), all);
        made.set_servant_manager(finder);
        return made;
    }

    /** A reference to an object of this process, with the address at which others reach it. */
    org.omg.CORBA.Object reference(POA adapter, byte[] id, String typeId) {
        org.omg.CORBA.Object made = adapter.create_reference_with_id(id, typeId);
        ReachedAddress told = reached;
        return told == null ? made : told.lead(made);
    }

    /** Lets requests be sent. */
    void connect(Outlets outlets, KeyRing keys) {
        ways.set(new SendingInterceptor.Ways(outlets, keys));
    }

    /** Tells the programs on this ORB about the node. */
    void open(Programs node) {
        programs.set(node);
    }

    PlainKeys plainKeys() {
        return plainKeys;
    }

    ServantFinder finder() {
        return finder;
    }

    UnderWay traffic() {
        return traffic;
    }

    Baggage baggage() {
        return Objects.requireNonNull(baggage);
    }

    /** The object adapter of what every process serves; null when it does not listen. */
    @Nullable POA objects() {
        return objects;
    }
}
