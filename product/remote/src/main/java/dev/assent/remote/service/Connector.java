package dev.assent.remote.service;

import dev.assent.core.jta.Waiter;
import dev.assent.remote.Services;
import dev.assent.remote.message.ShownAddress;
import dev.assent.remote.transport.Transports;
import java.util.function.Supplier;

/**
 * Proxies of objects in other processes, for a process that is not a node. They work as those of {@link Services}; this
 * process exports nothing.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Connector {
    private final OutgoingCalls calls;

    /**
     * Proxies whose calls are part of the calling thread's transaction.
     *
     * @param transports reach other processes
     * @param waiters make a waiter for the calling thread
     * @param callMillisMax how long a call waits for its reply at most; at least 1
     */
    public Connector(Propagation propagation, Transports transports, Supplier<Waiter> waiters, long callMillisMax) {
        this.calls = new OutgoingCalls(propagation, transports, waiters, callMillisMax);
    }

    /** As {@link Services#connect(String, Class)}. */
    public <T> T connect(String address, Class<T> type) {
        ExportedType.check(ShownAddress.of(address), type);
        ObjectAddress at = ObjectAddress.of(calls.transports().inOwnForm(address));
        calls.transports().peer(at.process()); // refuses a malformed address
        return type.cast(Proxies.of(new RemoteProxy(calls, type, calls.destination(at.process()), at.object())));
    }

    /** As {@link Services#release}. */
    public void release(Object reference) {
        Proxies.release(reference);
    }

    /** As {@link Services#renew}. */
    public void renew(Object reference) {
        Proxies.renew(reference);
    }
}
