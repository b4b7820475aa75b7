package dev.assent.resources.quirk;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.core.xa.XaDriver;
import dev.assent.core.xa.XaTraits;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** The drivers in the table of {@link DatabaseQuirks}, for data sources that no pool has. Thread safety: safe to share. */
public final class KnownDrivers implements XaDriver.Provider {
    /** Made by the service loader. */
    public KnownDrivers() {}

    @Override
    public @Nullable XaDriver of(XADataSource source) {
        DatabaseQuirks row = DatabaseQuirks.of(source.getClass());
        if (row == DatabaseQuirks.UNKNOWN) {
            return null;
        }
        if (row.isLossy()) {
            throw new IllegalArgumentException(MESSAGES.dataSourceLossy(row.title(), row.howItLoses()));
        }
        return new Known(row);
    }

    private record Known(DatabaseQuirks row) implements XaDriver {
        @Override
        public XaTraits traits() {
            return row.traits();
        }

        @Override
        public XAResource correct(XAResource resource, Connection connection) throws SQLException {
            return new CorrectedXaResource(resource, row, connection);
        }
    }
}
