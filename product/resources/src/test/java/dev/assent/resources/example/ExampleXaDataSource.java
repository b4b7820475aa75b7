package dev.assent.resources.example;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import javax.sql.XAConnection;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.xa.PGXADataSource;

/** The driver of a database that Assent does not know: PostgreSQL behind classes of other names. */
public final class ExampleXaDataSource extends PGXADataSource {
    private static final long serialVersionUID = 1L;

    /** The same driver without XA. */
    public static final class Local extends PGSimpleDataSource {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public XAConnection getXAConnection() throws SQLException {
        XAConnection own = super.getXAConnection();
        Class<?>[] types = {XAConnection.class};
        return (XAConnection) Proxy.newProxyInstance(getClass().getClassLoader(), types, (proxy, method, arguments) -> {
            if (method.getName().equals("getXAResource")) {
                return new ExampleXaResource(own.getXAResource());
            }
            try {
                return method.invoke(own, arguments);
            } catch (InvocationTargetException failed) {
                throw failed.getCause();
            }
        });
    }
}
