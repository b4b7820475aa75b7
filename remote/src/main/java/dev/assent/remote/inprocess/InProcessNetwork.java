package dev.assent.remote.inprocess;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.adapter.SystemClock;
import dev.assent.core.identity.NodeId;
import dev.assent.core.time.Clock;
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
 * Connects nodes of one process, each by a name: {@code in-process://NAME}. Messages are handed over as they are, so
 * that what they hold is shared by both sides; who receives one knows for certain which node has sent it.
 *
 * <p>A message is delivered by the executor of the network, and answered once: by who received it; when nobody is there
 * of that name; or, when its time is over, by {@link #tick}.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class InProcessNetwork {
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
     * How long things may take.
     *
     * @param requestMillisMax how long an answer to a request is waited for at most, also when who asks would wait
     *     longer; at least 1
     * @param drainMillisMax how long a transport that is closed lets go on what is under way; 0 not to wait
     */
    public record Times(long requestMillisMax, long drainMillisMax) {
        /** 5 minutes for a request at most, 5 seconds to drain. */
        public static final Times DEFAULT = new Times(300_000, 5_000);

        /** Refuses times that are none. */
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
     * @param delivery runs the delivery of each message. A few threads are enough where the nodes' workers take all work
     *     (Java 21 and later); else a delivery does what they don't take, and may wait for a database
     */
    public InProcessNetwork(Executor delivery) {
        this(delivery, SystemClock.INSTANCE, Times.DEFAULT);
    }

    /**
     * A network without nodes, which can carry everything.
     *
     * @param delivery as of {@link #InProcessNetwork(Executor)}; {@code Runnable::run} for the thread that sends
     * @param clock measures how long answers take
     */
    public InProcessNetwork(Executor delivery, Clock clock, Times times) {
        this(delivery, clock, times, EnumSet.allOf(Feature.class));
    }

    /**
     * A network without nodes.
     *
     * @param features what it can carry, as another wire does; a message that has more is not sent
     */
    public InProcessNetwork(Executor delivery, Clock clock, Times times, Set<Feature> features) {
        this.delivery = delivery;
        this.clock = clock;
        this.times = times;
        this.features = Set.copyOf(features);
    }

    /**
     * The transport of a node. It is reached as soon as it is {@linkplain Transport#open opened}, and until it is
     * closed.
     *
     * @param node what others are told of it; null for a client without a transaction manager, and for a stranger
     * @throws IllegalArgumentException when the name is not of 1 to 64 letters, digits, '.', '_' and '-'
     */
    public Transport transport(String name, @Nullable NodeId node) {
        checkName(name, name);
        InProcessTransport made = new InProcessTransport(this, name, node);
        sending.add(made);
        return made;
    }

    /**
     * {@linkplain Transport#tick Ticks} for all its transports, also for those that no node does it for. Called by a
     * timer, at least a few times a second.
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

    /** It takes nothing any more. */
    void leave(String name, InProcessTransport transport) {
        joined.remove(name, transport);
    }

    /** It sends nothing any more. */
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
