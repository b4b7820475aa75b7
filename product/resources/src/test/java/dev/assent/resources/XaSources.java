package dev.assent.resources;

import dev.assent.backends.DatabaseServer;
import javax.sql.XADataSource;

/** Sources of XA connections to servers of any kind. */
public final class XaSources {
    private XaSources() {}

    /** A fresh one of the server's own driver. */
    public static XADataSource of(DatabaseServer server) {
        return new XaDriverConfig(server.xaDataSourceClass(), server.xaProperties()).create();
    }
}
