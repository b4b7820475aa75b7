package dev.assent.spi;

import java.time.Instant;
import java.util.Map;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource that is known by name, so that recovery can find it after a crash and connect to it. A branch remembers
 * only the name: keep it as long as branches may be in doubt.
 *
 * <p>If {@link #open}, a session or its XAResource throws anything, even an Error or an undeclared exception, that is
 * the failure of that one call: the resource counts as unreachable. {@link #name} and {@link #traits} must not throw.
 *
 * <p>Thread safety: safe to share. {@link #open} may block, but limit it: recovery asks one resource after the other, so a
 * call that hangs delays the recovery of all others. Recovery calls it from one thread at a time, and threads that enlist
 * an XAResource without a name may call it meanwhile.
 */
public interface RecoverableResource {
    /**
     * The name, the same after restarts and different from that of any other resource: 1 to 64 letters, digits, '.', '_',
     * '-', not beginning with {@code unregistered.}
     */
    String name();

    /**
     * Opens a connection for recovery.
     *
     * @throws Exception if the resource can't be reached now; recovery tries again later
     */
    Session open() throws Exception;

    /** The features of XA that this resource lacks. */
    default XaTraits traits() {
        return XaTraits.STANDARD;
    }

    /** A connection for recovery. */
    interface Session extends AutoCloseable {
        /** Valid until {@link #close}; used by one thread at a time. */
        XAResource xaResource();

        /**
         * When branches in doubt were prepared, as far as the resource knows; for operators only.
         *
         * @throws Exception if the resource can't be asked; then reports have no times
         */
        default Map<Xid, Instant> preparedAt() throws Exception {
            return Map.of();
        }

        @Override
        void close();
    }
}
