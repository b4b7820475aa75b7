package dev.assent.resources.pool;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.core.xa.XaDriver;
import dev.assent.resources.quirk.DatabaseQuirks;
import dev.assent.spi.XaTraits;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;

/**
 * All drivers of the table of {@link DatabaseQuirks}, for data sources outside of pools. Thread safety: safe to share.
 */
public final class KnownDrivers implements XaDriver.Provider {
    /** Made by the service loader. */
    public KnownDrivers() {}

    @Override
    public XaDriver of(XADataSource source) {
        DatabaseQuirks row = DatabaseQuirks.of(source.getClass());
        if (row.isLossy()) {
            throw new IllegalArgumentException(lossy(row));
        }
        return new Driver(row.traits());
    }

    private static String lossy(DatabaseQuirks row) {
        return MESSAGES.dataSourceLossy(row.product(), row.howItLoses());
    }

    /** As a pool, it determines the driver of each connection: the data source may be a wrapper. */
    private record Driver(XaTraits traits) implements XaDriver {
        @Override
        public Corrected correct(String name, XAResource resource, Connection connection) throws SQLException {
            DatabaseQuirks row = DatabaseQuirks.of(resource, connection);
            if (row.isLossy()) {
                throw new SQLException(lossy(row));
            }
            return new PlainConnection(name, resource, row, connection);
        }
    }
}
