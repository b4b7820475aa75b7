package dev.assent.remote.subordinate;

import dev.assent.core.transaction.Client;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.CallerCounts;
import org.jspecify.annotations.Nullable;

/**
 * How many unfinished transactions each client has, and all clients of a host together, and the limit that one of them
 * has reached.
 *
 * <p>Thread safety: none; its owner guards it.
 */
final class ClientQuota {
    private final ClientDesk.Limits limits;
    private final CallerCounts counts = new CallerCounts();

    /**
     * A limit that a client or host has reached.
     *
     * @param who the client or host, as the subject of a sentence
     * @param name the name to use in 'log end --of NAME'
     * @param max the limit
     * @param key the setting of the limit
     */
    record Reached(String who, String name, int max, String key) {}

    ClientQuota(ClientDesk.Limits limits) {
        this.limits = limits;
    }

    /** The client as operators see it. */
    static Client client(Caller from) {
        return new Client(from.node() != null ? from.name() : from.countedAs(), from.host());
    }

    /** The limit that keeps a client from one more transaction; null if it may begin one. */
    @Nullable Reached reached(Caller from) {
        if (counts.of(from) >= limits.openMax()) {
            Client client = client(from);
            return new Reached(client.toString(), client.toString(), limits.openMax(), "client-transactions-max");
        }
        if (counts.ofHost(from) >= limits.openMaxOfHost()) {
            String host = from.host();
            return new Reached(
                    "host " + host + ", with all of its clients,",
                    host,
                    limits.openMaxOfHost(),
                    "client-transactions-max-of-host");
        }
        return null;
    }

    /** Counts one more transaction of a client. */
    void add(Caller from) {
        counts.add(from);
    }

    /** One transaction of a client is over. */
    void remove(Caller from) {
        counts.remove(from);
    }
}
