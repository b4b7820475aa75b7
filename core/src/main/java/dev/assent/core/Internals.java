package dev.assent.core;

import dev.assent.core.observe.Notices;
import dev.assent.core.transaction.Coordinator;

/**
 * What Assent's own modules and tests may do with a node, and users need not. Users have the methods of {@link Assent}
 * and {@link Assent#operator}.
 *
 * <p>Thread safety: as the node.
 */
public final class Internals {
    private Internals() {}

    /** The coordinator of its transactions. */
    public static Coordinator coordinator(Assent assent) {
        return assent.coordinator();
    }

    /** Where parts of the node send messages for operators. */
    public static Notices notices(Assent assent) {
        return assent.notices();
    }

    /**
     * Gives a node a layer above its engine, such as calls to other nodes. It takes part from before the log is read
     * until the node is closed.
     *
     * @param layer is called once for each node, by the thread that opens it
     */
    public static AssentBuilder layer(AssentBuilder builder, NodeLayer.Factory layer) {
        return builder.layer(layer);
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
        return assent.show(type, name, bean);
    }

    /**
     * As {@link Assent#close}, for an owner that closes more with the node. Takes three quarters of the limit at most,
     * and gives no warning.
     *
     * @return what has not ended, and the time that the owner has left; the owner {@linkplain Closing#end reports}
     *     it
     */
    public static Closing shut(Assent assent) {
        return assent.shut();
    }
}
