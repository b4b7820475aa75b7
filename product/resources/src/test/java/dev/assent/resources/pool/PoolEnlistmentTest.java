package dev.assent.resources.pool;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.core.Internals;
import dev.assent.harness.Fast;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.room.PoolGate;
import dev.assent.spi.RecoverableResource;
import io.agroal.api.transaction.TransactionAware;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The answers that Agroal gets if another thread ends the transaction at any moment of a getConnection. This test is
 * Agroal: the physical connection may be kept for the next only when nobody can have a handle of it any more.
 */
@Fast
class PoolEnlistmentTest {
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newSingleThreadExecutor();
    private final PoolGate gate = new PoolGate(1);
    private final Connection physical = fake(Connection.class, (proxy, method, arguments) -> switch (method.getName()) {
        case "getMetaData" -> fake(DatabaseMetaData.class, (self, asked, nothing) -> "nobody's driver");
        case "getAutoCommit" -> true;
        case "isWrapperFor" -> false;
        default -> null;
    });
    private final XAResource resource =
            fake(XAResource.class, (proxy, method, arguments) -> method.getReturnType() == boolean.class ? false : 0);
    private final XAConnection driver = fake(XAConnection.class, (proxy, method, arguments) -> {
        if (method.getName().equals("close")) {
            calls.add("physical close");
        }
        return method.getName().equals("getXAResource") ? resource : physical;
    });

    /** What a note of the connection meets; null when it works. */
    private @Nullable Error noting;

    private Assent assent;
    private TransactionManager manager;
    private PoolEnlistment enlistment;
    private PooledXaConnection pooled;
    private TransactionAware handler;

    private static <T> T fake(Class<T> type, InvocationHandler answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }

    @BeforeEach
    void open() throws Exception {
        assent = Assent.builder().with(Setting.LOG, "memory").open();
        assent.register(fake(
                RecoverableResource.class,
                (proxy, method, arguments) -> method.getName().equals("name")
                        ? "orders"
                        : InvocationHandler.invokeDefault(proxy, method, arguments)));
        manager = assent.transactionManager();
        XADataSource source = fake(XADataSource.class, (proxy, method, arguments) -> driver);
        TransactionSynchronizationRegistry registry =
                fake(TransactionSynchronizationRegistry.class, (proxy, method, arguments) -> {
                    if (noting != null && method.getName().equals("putResource")) {
                        throw noting;
                    }
                    return method.invoke(assent.synchronizationRegistry(), arguments);
                });
        enlistment =
                new PoolEnlistment(JdbcPoolConfig.of("orders", source), manager, registry, Internals.notices(assent));
        pooled = new PooledXaConnection(Careless.home("orders", new PoolCounters()), driver, null);
        handler = fake(TransactionAware.class, (proxy, method, arguments) -> {
            switch (method.getName()) {
                case "hashCode":
                    return 1;
                case "equals":
                    return proxy == arguments[0];
                case "setFlushOnly":
                    calls.add("flush");
                    break;
                case "transactionEnd":
                    calls.add("back");
                    if (enlistment.disassociate((TransactionAware) proxy)) {
                        enlistment.isBack();
                    }
                    break;
                default:
            }
            return null;
        });
    }

    @AfterEach
    void close() {
        threads.shutdown();
        assent.close();
    }

    private Take begin() throws Exception {
        Take take = new Take(enlistment.isEnlisted() ? null : gate.enter(SECONDS.toNanos(1)));
        enlistment.taking(take);
        return take;
    }

    private void fromPool() throws SQLException {
        assertThat(enlistment.getTransactionAware()).isNull();
        enlistment.associate(handler, pooled.getXAResource());
    }

    private void fromTransaction() throws SQLException {
        assertThat(enlistment.getTransactionAware()).isSameAs(handler);
        enlistment.associate(handler, pooled.getXAResource());
    }

    private void end(Take take) {
        enlistment.taking(null);
        take.close();
    }

    private void rolledBackElsewhere() throws Exception {
        Transaction own = manager.getTransaction();
        threads.submit(() -> {
                    manager.resume(own);
                    manager.rollback();
                    return true;
                })
                .get();
    }

    private void assertThereIsRoom() throws Exception {
        assertThat(gate.enter(1)).isNotNull();
        assertThat(gate.enter(1)).isNull();
    }

    @Test
    void aConnectionWhoseTransactionEndsAfterItsDeliveryIsKeptForTheNext() throws Exception {
        manager.begin();
        Take take = begin();
        fromPool();
        enlistment.deliver(take);
        end(take);
        rolledBackElsewhere();
        assertThat(calls).containsExactly("back");
        assertThereIsRoom();
    }

    @Test
    void aConnectionWhoseTransactionEndsWhileItIsTakenIsClosed() throws Exception {
        manager.begin();
        Take take = begin();
        fromPool();
        rolledBackElsewhere();
        assertThat(calls).containsExactly("physical close", "flush", "back");
        assertThatThrownBy(() -> enlistment.deliver(take)).hasMessageStartingWith("ASSENT-5020 pool 'orders'");
        end(take);
        assertThat(calls).hasSize(3);
        assertThat(enlistment.leases()).isEmpty();
        assertThereIsRoom();
    }

    /** Agroal puts the connection back when this fails, so it must be closed by then. */
    @Test
    void aConnectionThatCanNotBeNotedIsClosed() throws Exception {
        manager.begin();
        noting = new OutOfMemoryError("no room for a note");
        Take take = begin();
        assertThatThrownBy(this::fromPool).hasMessageStartingWith("ASSENT-5021").hasRootCause(noting);
        assertThat(calls).containsExactly("physical close", "flush", "back");
        end(take);
        assertThereIsRoom();
    }

    @Test
    void aConnectionWhoseTransactionEndsWhileASecondHandleIsTakenIsClosed() throws Exception {
        manager.begin();
        Take first = begin();
        fromPool();
        enlistment.deliver(first);
        end(first);
        Take second = begin();
        assertThat(second.permit()).isNull();
        fromTransaction();
        rolledBackElsewhere();
        assertThat(calls).containsExactly("physical close", "flush", "back");
        assertThatThrownBy(() -> enlistment.deliver(second)).hasMessageStartingWith("ASSENT-5020");
        end(second);
        assertThereIsRoom();
    }

    @Test
    void aSecondHandleOfATransactionThatJustEndedIsRefusedAndTouchesNobodysConnection() throws Exception {
        manager.begin();
        Take first = begin();
        fromPool();
        enlistment.deliver(first);
        end(first);
        Take second = begin();
        assertThat(enlistment.getTransactionAware()).isSameAs(handler);
        rolledBackElsewhere();
        assertThatThrownBy(() -> enlistment.associate(handler, pooled.getXAResource()))
                .hasMessageStartingWith("ASSENT-5020");
        end(second);
        assertThat(enlistment.leases()).isEmpty();
        assertThereIsRoom();
    }

    @Test
    void thereIsRoomWhenAConnectionIsBackAndNoSooner() throws Exception {
        Take take = begin();
        fromPool();
        enlistment.deliver(take);
        end(take);
        assertThat(enlistment.disassociate(handler)).isTrue();
        assertThat(gate.enter(1)).isNull();
        enlistment.isBack();
        enlistment.isBack();
        assertThereIsRoom();
    }

    @Test
    void whoFindsTheConnectionThatAnotherThreadOfTheTransactionTookMeanwhileGivesItsRoomBack() throws Exception {
        PoolGate two = new PoolGate(2);
        manager.begin();
        Take slow = new Take(two.enter(1));
        Take quick = new Take(two.enter(1));
        enlistment.taking(quick);
        fromPool();
        enlistment.deliver(quick);
        end(quick);
        enlistment.taking(slow);
        fromTransaction();
        enlistment.deliver(slow);
        end(slow);
        assertThat(two.enter(1)).isNotNull();
        assertThat(two.enter(1)).isNull();
        manager.rollback();
        assertThat(two.enter(1)).isNotNull();
        assertThat(calls).containsExactly("back");
    }
}
