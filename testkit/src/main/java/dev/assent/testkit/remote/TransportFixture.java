package dev.assent.testkit.remote;

import dev.assent.core.identity.NodeEpoch;
import dev.assent.remote.transport.ExportedNames;
import dev.assent.remote.transport.Transport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The wire of a test: makes the transports of its nodes.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public interface TransportFixture extends AutoCloseable {
    /**
     * How long things may take on a wire.
     *
     * @param requestMillisMax how long a caller waits for the answer to a request; calls have their own limits
     * @param drainMillisMax how long a closing transport lets calls under way go on; 0 to break them off, as when its
     *     process is killed
     */
    record Limits(long requestMillisMax, long drainMillisMax) {
        /** A second for a request, no draining. */
        public static final Limits DEFAULT = new Limits(1000, 0);
    }

    /**
     * A transport of a node, not opened. One of the same name may be made again once the one of before is closed, and
     * is reached at the same address.
     *
     * @param name of the node, of letters, digits and '-'
     * @param life null for a client without a transaction manager
     * @param types the interfaces through which callers call the node's objects, by the names of the objects; null for
     *     an object that it has not
     */
    Transport transport(String name, @Nullable NodeEpoch life, Function<String, @Nullable Class<?>> types);

    /** The same for a node that lists the names of its objects, if the wire lists them. */
    default Transport transport(
            String name,
            @Nullable NodeEpoch life,
            Function<String, @Nullable Class<?>> types,
            Supplier<ExportedNames> names) {
        return transport(name, life, types);
    }

    /** Where the node of this name is reached, whether it is there or not. */
    String address(String name);

    /** How large a call or its reply may be, in bytes; 0 when nothing is too large. */
    default long messageBytesMax() {
        return 0;
    }

    /** Whether each call that is under way needs a thread, at each end: that of a blocking stack. */
    default boolean needsAThreadForEachCall() {
        return false;
    }

    /**
     * Whether a verb that comes again while it is under way need not reach the node, since the one answer that comes is for
     * both: so on wires whose answers are messages of their own.
     */
    default boolean mayIgnoreRepetitions() {
        return false;
    }

    /** Whether all nodes of this machine count as one caller, since names are theirs to choose. */
    default boolean countsByHost() {
        return false;
    }

    /** The test's clock was moved. A wire with a clock of its own does nothing. */
    void tick();

    /** Closes the shared part of all transports; they are closed before. */
    @Override
    default void close() {}
}
