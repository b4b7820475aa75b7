package dev.assent.resources.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.core.Internals;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.harness.Fast;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a session is good for when its transaction is over. */
@Fast
class SessionEnlistmentTest {
    /** Runs when a branch starts. */
    private Callable<?> atStart = () -> null;

    private Assent assent;
    private TransactionManager manager;
    private JmsPool pool;

    private static <T> T fake(Class<T> type, InvocationHandler answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }

    private Object resource(String method) throws Exception {
        return switch (method) {
            case "start" -> atStart.call();
            case "recover" -> new Xid[0];
            case "prepare" -> XAResource.XA_OK;
            case "isSameRM", "setTransactionTimeout" -> false;
            default -> null;
        };
    }

    @BeforeEach
    void open() throws Exception {
        XAResource resource = fake(XAResource.class, (self, method, arguments) -> resource(method.getName()));
        Session session =
                fake(Session.class, (self, method, arguments) -> fake(Queue.class, (queue, any, none) -> null));
        XASession both = fake(
                XASession.class,
                (self, method, arguments) -> method.getName().equals("getSession") ? session : resource);
        XAConnection connection = fake(XAConnection.class, (self, method, arguments) -> switch (method.getName()) {
            case "createXASession" -> both;
            case "getMetaData" -> fake(ConnectionMetaData.class, (data, asked, nothing) -> null);
            default -> null;
        });
        assent = Assent.builder().with(Setting.LOG, "memory").open();
        manager = assent.transactionManager();
        pool = JmsPool.open(
                assent,
                JmsPoolConfig.of("queues", fake(XAConnectionFactory.class, (self, method, arguments) -> connection))
                        .with(JmsPoolSetting.PROBE, false));
    }

    @AfterEach
    void close() {
        pool.close();
        assent.close();
    }

    private Queue work() {
        try (JMSContext context = pool.createContext()) {
            return context.createQueue("out");
        }
    }

    @Test
    void createQueue_runsOutOfTimeWhileItsBranchStarts_nobodyGetsTheSessionAgain() throws Exception {
        manager.setTransactionTimeout(1);
        manager.begin();
        JtaTransaction own = (JtaTransaction) manager.getTransaction();
        atStart = () -> {
            await().until(own.engine()::isTimedOut);
            return null;
        };
        assertThatThrownBy(this::work).hasMessageStartingWith("ASSENT-2021");
        manager.suspend();
        await().until(() -> Internals.coordinator(assent).active().isEmpty());
        assertThat(pool.statistics().created()).isEqualTo(1);
        assertThat(pool.statistics().destroyed()).isEqualTo(1);
        assertThat(pool.statistics().idle()).isZero();
    }

    @Test
    void createQueue_theTransactionEndsLater_theSessionIsKept() throws Exception {
        manager.begin();
        assertThat(work()).isNotNull();
        manager.rollback();
        assertThat(pool.statistics().idle()).isEqualTo(1);
    }
}
