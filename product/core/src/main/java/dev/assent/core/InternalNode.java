package dev.assent.core;

import dev.assent.Assent;
import dev.assent.AssentConfig;
import dev.assent.core.local.LocalResource;
import dev.assent.core.observe.Notices;
import dev.assent.core.transaction.Coordinator;

/**
 * A node with what only Assent's own modules use, by {@link Internals}. The node of a program has the ports of a real
 * machine. Tests of pools use a node with the same parts whose log, clock and threads they steer.
 *
 * <p>Thread safety: any thread may call all methods.
 */
public interface InternalNode extends Assent {
    /** As {@link Internals#coordinator}. */
    Coordinator coordinator();

    /** As {@link Internals#notices}. */
    Notices notices();

    /** As {@link Internals#config}. */
    AssentConfig config();

    /** As {@link Internals#layer}. */
    NodeLayer layer();

    /** As {@link Internals#register}. */
    void register(LocalResource resource);

    /** As {@link Internals#unregister}. */
    void unregister(LocalResource resource);

    /** As {@link Internals#show}. */
    Runnable show(String type, String name, Object bean);

    /** As {@link Internals#shut}. */
    Closing shut();
}
