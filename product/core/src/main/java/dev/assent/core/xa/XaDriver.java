package dev.assent.core.xa;

import dev.assent.spi.XaTraits;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The known deviations of a JDBC driver: how its XAResources differ from the XA standard, and their correction.
 *
 * <p>Thread safety: safe to share.
 */
public interface XaDriver {
    /** Finds drivers; a {@link java.util.ServiceLoader} provider, which a jar on the class path may bring. */
    @FunctionalInterface
    interface Provider {
        /**
         * The driver of a data source; null if this provider does not know it.
         *
         * @throws IllegalArgumentException if its database loses prepared branches; the message says how
         */
        @Nullable XaDriver of(XADataSource source);
    }

    /** An unknown driver: it counts as one that follows the standard. */
    XaDriver STANDARD = new XaDriver() {
        @Override
        public XaTraits traits() {
            return XaTraits.STANDARD;
        }

        @Override
        public Corrected correct(String name, XAResource resource, Connection connection) {
            return new AsItIs(resource);
        }
    };

    /** A connection of a driver that answers as XA says. Thread safety: that of the driver. */
    interface Corrected {
        /** Its XAResource. */
        XAResource resource();

        /**
         * Wraps a handle for the application, so that no statement on it ends the branch.
         *
         * @param handle of the driver
         */
        Connection guarded(Connection handle);
    }

    /** One of a driver that needs no correction. */
    record AsItIs(XAResource resource) implements Corrected {
        @Override
        public Connection guarded(Connection handle) {
            return handle;
        }
    }

    /** The features that its resources lack. */
    XaTraits traits();

    /**
     * Wraps a connection of the driver so that it answers as XA requires.
     *
     * @param name of the resource
     * @param resource of the connection
     * @param connection a handle of it, which is closed soon after this call
     * @throws SQLException if the driver lacks what the correction needs
     */
    Corrected correct(String name, XAResource resource, Connection connection) throws SQLException;
}
