package dev.assent.remote.transport;

import java.util.List;
import java.util.Map;

/**
 * Makes the transports of one wire. Found by {@link java.util.ServiceLoader}, not in a fixed list: a wire nobody here
 * has heard of is then one jar more on the class path.
 *
 * <p>Thread safety: safe to share.
 */
public interface TransportProvider {
    /**
     * The scheme of the addresses it serves, in lower case, such as {@code native}. What a {@code +} follows is a variant of
     * it, such as {@code native+http}, and its own, too.
     */
    String scheme();

    /** Every setting it knows, but for where it listens. */
    List<Key> keys();

    /**
     * Checks what is configured, connecting to nothing.
     *
     * @param name of the transport, as in {@code transport.NAME.listen}
     * @param listen where others shall reach this process, such as {@code native://127.0.0.1:7400}; the scheme and a
     *     colon alone for one that does not listen
     * @param settings without {@code transport.NAME.}; secrets are filled in
     * @throws IllegalArgumentException naming {@code transport.NAME.KEY}, its value (unless that is secret), and what is
     *     allowed; also for a variant of the scheme that it does not have
     */
    Opening configure(String name, String listen, Map<String, String> settings);

    /** A transport that is configured. */
    interface Opening {
        /** The scheme that the addresses of the transport will have, its variant included; no other transport may have it. */
        String scheme();

        /**
         * Makes the transport, which has joined nothing yet; it listens when it is {@linkplain Transport#open opened}.
         *
         * @throws IllegalStateException when it can't be made; nothing is left open
         */
        Transport make(TransportOwner owner);
    }

    /**
     * One setting, for people. The reference page is generated from these.
     *
     * @param key as it is written after {@code transport.NAME.}
     * @param documentation what it is for
     * @param defaultValue with its unit; empty when nothing is done without it
     * @param allowed what is allowed
     */
    record Key(String key, String documentation, String defaultValue, String allowed) {}
}
