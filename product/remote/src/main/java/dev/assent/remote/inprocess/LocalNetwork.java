package dev.assent.remote.inprocess;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.NodeId;
import dev.assent.core.adapter.SystemClock;
import dev.assent.core.time.Clock;
import dev.assent.remote.InProcessNetwork;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transport.Feature;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Connects the nodes of one process by names: {@code in-process://NAME}. Messages are passed by reference, so both
 * sides share the objects in them. The receiver knows for certain which node has sent a message.
 *
 * <p>The network's executor delivers each message, and the message gets one answer: from its receiver, from the network
 * if no node has the name, or from {@link #tick} if its time is over.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class LocalNetwork implements InProcessNetwork {
    /** The scheme of its addresses. */
    public static final String SCHEME = "in-process";

    static final String PREFIX = SCHEME + "://";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final Executor delivery;
    private final Clock clock;
    private final Times times;
    private final Set<Feature> features;
    private final Map<String, InProcessTransport> joined = new ConcurrentHashMap<>();
    private final Set<InProcessTransport> sending = ConcurrentHashMap.newKeySet();

    /**
     * The time limits.
     *
     * @param requestMillisMax how long a request waits for its answer at most, even if the sender would wait longer; at
     *     least 1
     * @param drainMillisMax how long a closing transport waits for unanswered messages; 0 not to wait
     */
    public record Times(long requestMillisMax, long drainMillisMax) {
        /** 5 minutes for a request at most, 5 seconds to drain. */
        public static final Times DEFAULT = new Times(300_000, 5_000);

        /** Refuses times out of range. */
        public Times {
            if (requestMillisMax < 1 || drainMillisMax < 0) {
                throw new IllegalArgumentException("times of " + requestMillisMax + " ms and " + drainMillisMax
                        + " ms are not allowed; the first is 1 or more, the second 0 or more");
            }
        }
    }

    /**
     * A network without nodes, with the machine's clock and {@link Times#DEFAULT}.
     *
     * @param delivery delivers each message. A few threads are enough if the nodes' workers take all work (Java 21 and
     *     later). Otherwise a delivery does the work that they refuse, and may wait for a database
     */
    public LocalNetwork(Executor delivery) {
        this(delivery, SystemClock.INSTANCE, Times.DEFAULT);
    }

    /**
     * A network without nodes, which can carry everything.
     *
     * @param delivery as in {@link #LocalNetwork(Executor)}; {@code Runnable::run} to deliver by the sending thread
     * @param clock measures how long answers take
     */
    public LocalNetwork(Executor delivery, Clock clock, Times times) {
        this(delivery, clock, times, EnumSet.allOf(Feature.class));
    }

    /**
     * A network without nodes.
     *
     * @param features the features of the wire that it imitates; a message that needs others is not sent
     */
    public LocalNetwork(Executor delivery, Clock clock, Times times, Set<Feature> features) {
        this.delivery = delivery;
        this.clock = clock;
        this.times = times;
        this.features = Set.copyOf(features);
    }

    /**
     * The transport of a node. Others can reach it from the time it is {@linkplain Transport#open opened} until it is
     * closed.
     *
     * @param node the node to name to others; null for a client without a transaction manager, and for a stranger
     * @throws IllegalArgumentException if the name is not of 1 to 64 letters, digits, '.', '_' and '-'
     */
    @Override
    public Transport transport(String name, @Nullable NodeId node) {
        checkName(name, name);
        InProcessTransport made = new InProcessTransport(this, name, node);
        sending.add(made);
        return made;
    }

    /**
     * {@linkplain Transport#tick Ticks} for all transports of the network, including those without a node that does it.
     * A timer calls this at least a few times a second.
     */
    public void tick() {
        sending.forEach(InProcessTransport::tick);
    }

    /** The name in an address of this network. */
    static String nameIn(String address) {
        if (!address.startsWith(PREFIX)) {
            throw new IllegalArgumentException(MESSAGES.inProcessAddressRefused(address));
        }
        return checkName(address.substring(PREFIX.length()), address);
    }

    private static String checkName(String name, String shown) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(MESSAGES.inProcessAddressRefused(shown));
        }
        return name;
    }

    void join(String name, InProcessTransport transport) {
        if (joined.putIfAbsent(name, transport) != null) {
            throw new IllegalArgumentException(MESSAGES.inProcessNameTaken(name));
        }
    }

    /** Delivers no more messages to a transport. */
    void leave(String name, InProcessTransport transport) {
        joined.remove(name, transport);
    }

    /** Ticks no more for a transport, which has stopped sending. */
    void forget(InProcessTransport transport) {
        sending.remove(transport);
    }

    @Nullable InProcessTransport find(String name) {
        return joined.get(name);
    }

    Executor delivery() {
        return delivery;
    }

    Clock clock() {
        return clock;
    }

    Times times() {
        return times;
    }

    Set<Feature> features() {
        return features;
    }
}
