package dev.assent.resources.node;

import dev.assent.core.Assent;
import java.util.List;
import java.util.Map;

/**
 * A kind of resource that a node can have by its configuration, such as {@code jdbc}. Found by {@link
 * java.util.ServiceLoader}, not in a fixed list: a resource nobody here has heard of is then one jar
 * more on the class path, and this package knows none of the libraries that resources are made with.
 *
 * <p>An implementation must load without the library it drives, which may be missing where nobody uses
 * it; {@link #configure} may fail with a {@link LinkageError}, which is told to the operator. Whatever else it throws, or
 * an opened resource when it is closed, is told the same way ({@link dev.assent.core.foreign.ForeignCode}).
 *
 * <p>Thread safety: safe to share.
 */
public interface ResourceType {
    /** The value of {@code resource.NAME.type} that means this. */
    String name();

    /** Every key it knows. */
    List<ResourceKey> keys();

    /**
     * Checks what is configured, connecting to nothing.
     *
     * @param name of the resource, as in {@code resource.NAME.type}
     * @param keys without {@code resource.NAME.} and without the type; secrets are filled in
     * @throws IllegalArgumentException naming the resource, each bad key with its value (unless that is
     *     secret), and what is allowed; {@link dev.assent.resources.Mistakes} gathers them
     */
    Opening configure(String name, Map<String, String> keys);

    /** A resource that is configured and not open. */
    interface Opening {
        /**
         * Opens the resource and registers it with the node, so that it is recovered. It works while its
         * database or broker is down: recovery waits for that.
         *
         * @return what {@link Node#resource} gives; closed with the node, after its transactions, perhaps
         *     more than once
         * @throws IllegalStateException when it can't be opened; nothing is left open
         */
        AutoCloseable open(Assent assent);
    }
}
