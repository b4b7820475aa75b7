package dev.assent.core.xa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;

@Fast
class RegisteredConnectionTest {
    private final List<ConnectionEventListener> ofDriver = new ArrayList<>();
    private final XAConnection driver = fake(XAConnection.class);
    private final XAConnection connection =
            new RegisteredConnection("orders", driver, new XaDriver.AsItIs(fake(XAResource.class)));
    private final List<ConnectionEvent> heard = new ArrayList<>();
    private final ConnectionEventListener listener = new ConnectionEventListener() {
        @Override
        public void connectionClosed(ConnectionEvent event) {
            heard.add(event);
        }

        @Override
        public void connectionErrorOccurred(ConnectionEvent event) {
            heard.add(event);
        }
    };

    private <T> T fake(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "addConnectionEventListener" -> ofDriver.add((ConnectionEventListener) arguments[0]);
                        case "removeConnectionEventListener" -> ofDriver.remove(arguments[0]);
                        default -> throw new UnsupportedOperationException(method.getName());
                    }
                    return null;
                }));
    }

    /** A pool looks by the source for the connection that it has. */
    @Test
    void theSourceOfAnEventIsTheConnectionThatTheListenerKnows() {
        connection.addConnectionEventListener(listener);
        SQLException failed = new SQLException("it is gone");
        ofDriver.get(0).connectionErrorOccurred(new ConnectionEvent(driver, failed));
        ofDriver.get(0).connectionClosed(new ConnectionEvent(driver));
        assertThat(heard).extracting(ConnectionEvent::getSource).containsExactly(connection, connection);
        assertThat(heard).extracting(ConnectionEvent::getSQLException).containsExactly(failed, null);
    }

    @Test
    void aListenerThatIsRemovedHearsNothing() {
        connection.addConnectionEventListener(listener);
        connection.removeConnectionEventListener(listener);
        connection.removeConnectionEventListener(listener);
        assertThat(ofDriver).isEmpty();
    }
}
