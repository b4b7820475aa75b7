package dev.assent.resources.pool;

import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.probe.ProbeRefusedException;
import dev.assent.resources.probe.Probed;
import dev.assent.resources.quirk.DatabaseQuirks;
import java.sql.SQLException;

/**
 * The database of a pool, for the start-up probe. Thread safety: used by one thread at a time.
 *
 * @param config of the pool
 */
record ProbedDatabase(JdbcPoolConfig config) implements Probed<SQLException> {
    @Override
    public String pool() {
        return config.name();
    }

    @Override
    public boolean acceptsLossy() {
        return config.isOn(PoolSetting.ACCEPT_LOSSY);
    }

    @Override
    public String acceptance() {
        return "accept such a loss by name with '" + PoolSetting.ACCEPT_LOSSY.key() + "=true'";
    }

    @Override
    public String skipping() {
        return PoolSetting.PROBE.key() + "=false";
    }

    @Override
    public void requireKept() throws ProbeRefusedException {
        requireKept(DatabaseQuirks.of(config.source().getClass()));
    }

    private void requireKept(DatabaseQuirks row) throws ProbeRefusedException {
        if (row.isLossy() && !acceptsLossy()) {
            throw ProbeRefusedException.lossy(this, row.product(), row.howItLoses());
        }
    }

    @Override
    public Session open() throws SQLException, ProbeRefusedException {
        RecoverySession opened = RecoverySession.open(config);
        boolean isKept = false;
        try {
            requireKept(opened.row());
            isKept = true;
            return opened;
        } finally {
            if (!isKept) {
                opened.close();
            }
        }
    }
}
