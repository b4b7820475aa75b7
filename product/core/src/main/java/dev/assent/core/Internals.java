package dev.assent.core;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.core.local.LocalResource;
import dev.assent.core.observe.Notices;
import dev.assent.core.observe.Tracer;
import dev.assent.core.transaction.Coordinator;
import org.jspecify.annotations.Nullable;

/**
 * What Assent's own modules and tests may do with a node, and users need not. Users have the methods of {@link Assent}
 * and {@link Assent#operator}.
 *
 * <p>Thread safety: as the node, or as the builder.
 */
public final class Internals {
    private Internals() {}

    private static InternalNode node(Assent assent) {
        if (assent instanceof InternalNode node) {
            return node;
        }
        throw new IllegalArgumentException(MESSAGES.foreignNode(assent));
    }

    /** The coordinator of its transactions. */
    public static Coordinator coordinator(Assent assent) {
        return node(assent).coordinator();
    }

    /** Where parts of the node send messages for operators. */
    public static Notices notices(Assent assent) {
        return node(assent).notices();
    }

    /** Its settings. */
    public static AssentConfig config(Assent assent) {
        return node(assent).config();
    }

    /** The layer above it. */
    public static NodeLayer layer(Assent assent) {
        return node(assent).layer();
    }

    /**
     * Registers a resource without XA, which may be the last resource of transactions (law 13: the last resource is
     * announced).
     *
     * @throws IllegalArgumentException if the name is taken or not allowed
     */
    public static void register(Assent assent, LocalResource resource) {
        node(assent).register(resource);
    }

    /** As {@link Assent#unregister}. */
    public static void unregister(Assent assent, LocalResource resource) {
        node(assent).unregister(resource);
    }

    /**
     * Gives a node a layer above its engine, such as calls to other nodes. It takes part from before the log is read
     * until the node is closed.
     *
     * @param layer is called once for each node, by the thread that opens it
     */
    public static Assent.Builder layer(Assent.Builder builder, NodeLayer.Factory layer) {
        return ((NodeBuilder) builder).layer(layer);
    }

    /** The node calls this tracer at every fault point; null for none, as by default. */
    public static Assent.Builder tracer(Assent.Builder builder, @Nullable Tracer tracer) {
        return ((NodeBuilder) builder).tracer(tracer);
    }

    /**
     * Shows a bean of a node in the platform's MBean server, as {@code dev.assent:type=TYPE,node=ID,name=NAME}. Does
     * nothing if the setting 'jmx' is false, or the node {@linkplain Assent#isHeld is held}.
     *
     * @param name of a registered resource; it must not need quotes in JMX
     * @param bean an MXBean
     * @return removes the bean again; run it once
     * @throws IllegalStateException if the name is taken, by another life of the node in this process
     */
    public static Runnable show(Assent assent, String type, String name, Object bean) {
        return node(assent).show(type, name, bean);
    }

    /**
     * As {@link Assent#close}, for an owner that closes more with the node. Takes three quarters of the limit at most,
     * and gives no warning.
     *
     * @return what has not ended, and the time that the owner has left; the owner {@linkplain Closing#end reports}
     *     it
     */
    public static Closing shut(Assent assent) {
        return node(assent).shut();
    }
}
