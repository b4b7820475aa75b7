package dev.assent.remote.transport;

import java.util.List;
import java.util.Map;

/**
 * Makes the transports of one wire. {@link java.util.ServiceLoader} finds it, and no list is fixed: a further wire is
 * one more jar on the class path.
 *
 * <p>Thread safety: safe to share.
 */
public interface TransportProvider {
    /**
     * The scheme of its addresses, in lower case, such as {@code native}. Variants of the scheme with a {@code +}, such
     * as {@code native+http}, belong to it, too.
     */
    String scheme();

    /** Every setting that it knows, except the listen address. */
    List<Key> keys();

    /**
     * Checks the configured settings, without connecting to anything.
     *
     * @param name of the transport, as in {@code transport.NAME.listen}
     * @param listen the address at which it shall listen, such as {@code native://127.0.0.1:7400}; only the scheme and
     *     a colon for a transport that does not listen
     * @param settings without {@code transport.NAME.}; secrets are filled in
     * @throws IllegalArgumentException with {@code transport.NAME.KEY}, its value (unless that is secret), and the
     *     allowed values; also for a variant of the scheme that it does not have
     */
    Opening configure(String name, String listen, Map<String, String> settings);

    /** A configured transport. */
    interface Opening {
        /** The scheme of the transport's addresses, with its variant; no other transport may have it. */
        String scheme();

        /**
         * Makes the transport. It has not joined a node yet, and listens after it is {@linkplain Transport#open
         * opened}.
         *
         * @throws IllegalStateException if it can't be made; nothing is left open
         */
        Transport make(TransportOwner owner);
    }

    /**
     * One setting, for display. The reference page is generated from these.
     *
     * @param key as it is written after {@code transport.NAME.}
     * @param documentation its purpose
     * @param defaultValue with its unit; empty if there is no default
     * @param allowed the allowed values
     */
    record Key(String key, String documentation, String defaultValue, String allowed) {}
}
