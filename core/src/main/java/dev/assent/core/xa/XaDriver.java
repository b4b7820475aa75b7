package dev.assent.core.xa;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a JDBC driver: how its XAResources differ from what XA asks for, and what corrects them.
 *
 * <p>Thread safety: safe to share.
 */
public interface XaDriver {
    /** Finds drivers; a {@link java.util.ServiceLoader} provider, which a jar on the class path may bring. */
    @FunctionalInterface
    interface Provider {
        /**
         * The driver of a data source; null when this provider does not know it.
         *
         * @throws IllegalArgumentException when its database loses prepared branches; the message says how
         */
        @Nullable XaDriver of(XADataSource source);
    }

    /** A driver that nobody knows: it counts as one that follows the standard. */
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
         * What the application gets in place of a handle of it, so that nothing it does there ends the branch.
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

    /** What its resources can't do. */
    XaTraits traits();

    /**
     * Stands before a connection of the driver, and answers as XA says.
     *
     * @param name of the resource
     * @param resource of the connection
     * @param connection a handle of it, which is closed soon after this call
     * @throws SQLException when the driver lacks what the correction needs
     */
    Corrected correct(String name, XAResource resource, Connection connection) throws SQLException;
}
