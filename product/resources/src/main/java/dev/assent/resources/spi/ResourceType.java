package dev.assent.resources.spi;

import dev.assent.Assent;
import java.util.List;
import java.util.Map;

/**
 * A type of resource that a node can have by its configuration, such as {@code jdbc}. {@link java.util.ServiceLoader}
 * finds them, not a fixed list: a resource that Assent does not know needs only one more jar on the class path, and
 * this package knows no library of a resource.
 *
 * <p>An implementation must load without the library that it uses, which may be missing where nobody needs it. {@link
 * #configure} may fail with a {@link LinkageError}; the operator gets it as a message. The same holds for every other
 * failure of it, and for a failure to close an opened resource.
 *
 * <p>Thread safety: safe to share.
 */
public interface ResourceType {
    /** The value of {@code resource.NAME.type} for this type. */
    String name();

    /** Every key it knows. */
    List<ResourceKey> keys();

    /**
     * Checks the configuration; connects to nothing.
     *
     * @param name of the resource, as in {@code resource.NAME.type}
     * @param keys without {@code resource.NAME.} and without the type; placeholders are replaced
     * @throws IllegalArgumentException naming the resource, each bad key with its value (unless that is
     *     secret), and the allowed values; one exception with all of them
     */
    Opening configure(String name, Map<String, String> keys);

    /** A configured resource that is not open yet. */
    interface Opening {
        /**
         * Opens the resource and registers it with the node for recovery. This works while its database or broker is
         * down: recovery waits for that.
         *
         * @return the object that {@code Node#resource} gives; closed with the node, after its transactions, perhaps
         *     more than once
         * @throws IllegalStateException when it can't be opened; nothing is left open
         */
        AutoCloseable open(Assent assent);
    }
}
