package dev.assent.resources;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.core.Assent;
import dev.assent.resources.quirk.ConnectionLoss;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ExceptionSorter;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * Tells which errors of a driver leave a connection useless: class 08, a server that goes down, and the
 * like. Agroal asks it about every error of a handle, before the application gets it: so the error of a
 * lost connection, which names a host at best, gets one more that names the pool, and recovery learns
 * that the database may be away; the pool tries its other connections before it gives them out. Any other error is told to the branch that the connection works on. Between two
 * holders {@linkplain UnfitException any error} makes a connection useless.
 *
 * <p>Thread safety: safe to share.
 */
final class LostConnection implements ExceptionSorter {
    private final String pool;
    private final Assent assent;
    private final Losses losses;
    private final PoolEnlistment enlistment;

    LostConnection(String pool, Assent assent, Losses losses, PoolEnlistment enlistment) {
        this.pool = pool;
        this.assent = assent;
        this.losses = losses;
        this.enlistment = enlistment;
    }

    /** Whether an error says that a connection is lost, or was not made. */
    static boolean isLost(SQLException failed) {
        return ConnectionLoss.is(failed);
    }

    @Override
    public boolean isFatal(SQLException failed) {
        if (failed instanceof UnfitException) {
            return true;
        }
        enlistment.noteError(failed);
        if (failed instanceof ToldException || !isLost(failed)) {
            return false; // ours says all there is to say, and the connection is closed already
        }
        losses.note();
        if (Arrays.stream(failed.getSuppressed()).noneMatch(ToldException.class::isInstance)) {
            failed.addSuppressed(new ToldException(MESSAGES.connectionLost(pool), failed.getSQLState(), null));
            assent.suspect(pool);
        }
        return true;
    }
}
