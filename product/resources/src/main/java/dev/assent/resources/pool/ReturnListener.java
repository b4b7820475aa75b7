package dev.assent.resources.pool;

import io.agroal.api.AgroalDataSourceListener;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Learns from Agroal how a returned connection ended, on the thread that returned it; and whether one could be set up,
 * on the thread that set it up.
 *
 * <p>Thread safety: safe to share.
 */
final class ReturnListener implements AgroalDataSourceListener {
    private final PoolEnlistment enlistment;
    private final Openings openings;

    ReturnListener(PoolEnlistment enlistment, Openings openings) {
        this.enlistment = enlistment;
        this.openings = openings;
    }

    /** It is in the pool. */
    @Override
    public void onConnectionPooled(Connection connection) {
        openings.isSetUp();
    }

    /** It was not made, or could not be set up. */
    @Override
    public void onConnectionCreationFailure(SQLException failed) {
        openings.isNotSetUp();
    }

    /** It is idle. */
    @Override
    public void onConnectionReturn(Connection connection) {
        enlistment.isBack();
    }

    /** It was useless. */
    @Override
    public void onConnectionFlush(Connection connection) {
        enlistment.isBack();
    }

    /** There were too many. */
    @Override
    public void onConnectionReap(Connection connection) {
        enlistment.isBack();
    }
}
