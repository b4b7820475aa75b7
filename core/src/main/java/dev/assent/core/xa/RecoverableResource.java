package dev.assent.core.xa;

import java.time.Instant;
import java.util.Map;
import javax.transaction.xa.XAResource;

/**
 * A resource that is known by name, so that recovery can find it again after a crash and open it by
 * itself. A branch remembers the name and nothing else: keep it as long as branches may be in doubt.
 *
 * <p>Whatever {@link #open}, a session and its XAResource throw, also an Error or what they do not declare, is the failure of
 * that one call: the resource counts as not reached ({@link dev.assent.core.foreign.ForeignCode}). {@link #name} and {@link
 * #traits} must not throw.
 *
 * <p>Thread safety: safe to share. {@link #open} may block. Recovery calls it from one thread at a time, and threads that
 * enlist an XAResource without a name may call it meanwhile.
 */
public interface RecoverableResource {
    /** The name, stable over restarts: 1 to 64 letters, digits, '.', '_', '-'. */
    String name();

    /**
     * Opens a connection of recovery's own.
     *
     * @throws Exception when the resource can't be reached now; recovery tries again later
     */
    Session open() throws Exception;

    /** What this resource can't do that XA asks for. */
    default XaTraits traits() {
        return XaTraits.STANDARD;
    }

    /** A connection of recovery's own. */
    interface Session extends AutoCloseable {
        /** Valid until {@link #close}; used by one thread at a time. */
        XAResource xaResource();

        /**
         * When branches in doubt were prepared, as far as the resource can tell; for operators only.
         *
         * @throws Exception when it can't be asked; then nobody is told
         */
        default Map<BranchXid, Instant> preparedAt() throws Exception {
            return Map.of();
        }

        @Override
        void close();
    }
}
