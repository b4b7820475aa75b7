package dev.assent.resources;

import io.agroal.api.AgroalDataSourceListener;
import java.sql.Connection;

/**
 * Hears from Agroal how a connection ended that was given back, on the thread that gave it back.
 *
 * <p>Thread safety: safe to share.
 */
final class ReturnListener implements AgroalDataSourceListener {
    private final PoolEnlistment enlistment;

    ReturnListener(PoolEnlistment enlistment) {
        this.enlistment = enlistment;
    }

    /** It is idle. */
    @Override
    public void onConnectionReturn(Connection connection) {
        enlistment.isBack();
    }

    /** It was of no use any more. */
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
