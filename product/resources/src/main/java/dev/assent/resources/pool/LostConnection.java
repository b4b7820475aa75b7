package dev.assent.resources.pool;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.Assent;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.quirk.DatabaseQuirks;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ExceptionSorter;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * Tells which errors of a driver leave a connection useless: class 08, a server that stops, and more. Agroal asks it
 * about every error of a handle, before the application gets it. The error of a lost connection names at best a host,
 * so this adds one that names the pool. Recovery learns that the database may be away, and the pool tests its other
 * connections before it gives them out. Any other error goes to the branch that the connection works on. Between two
 * holders {@linkplain UnfitException any error} makes a connection useless.
 *
 * <p>Thread safety: safe to share.
 */
final class LostConnection implements ExceptionSorter {
    private final String pool;
    private final Assent assent;
    private final Losses losses;
    private final PoolEnlistment enlistment;
    private final DatabaseQuirks row;

    LostConnection(JdbcPoolConfig config, Assent assent, Losses losses, PoolEnlistment enlistment) {
        this.pool = config.name();
        this.row = DatabaseQuirks.of(config);
        this.assent = assent;
        this.losses = losses;
        this.enlistment = enlistment;
    }

    @Override
    public boolean isFatal(SQLException failed) {
        if (failed instanceof UnfitException) {
            return true;
        }
        enlistment.noteError(failed);
        if (failed instanceof ToldException || !row.isLoss(failed)) {
            return false; // this error is complete, and the connection is closed already
        }
        losses.note();
        if (Arrays.stream(failed.getSuppressed()).noneMatch(ToldException.class::isInstance)) {
            failed.addSuppressed(new ToldException(MESSAGES.connectionLost(pool), failed.getSQLState(), null));
            assent.suspect(pool);
        }
        return true;
    }
}
