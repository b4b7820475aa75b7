package dev.assent.resources.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.harness.Fast;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.util.stream.Stream;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a driver answers comes through as it is, and after an error the connection counts as broken. */
@Fast
class PooledXaResourceTest {
    private static final Xid XID = fake(Xid.class, (proxy, method, arguments) -> null);

    private interface Verb {
        void call(XAResource resource) throws XAException;
    }

    private static <T> T fake(Class<T> type, InvocationHandler answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }

    private static PooledXaResource over(XAResource driver) throws Exception {
        return over(driver, false);
    }

    private static PooledXaResource over(XAResource driver, boolean isClosed) throws Exception {
        DatabaseMetaData metaData = fake(DatabaseMetaData.class, (proxy, method, arguments) -> "nobody's driver");
        Connection physical = fake(
                Connection.class,
                (proxy, method, arguments) -> method.getName().equals("isClosed") ? isClosed : metaData);
        XAConnection connection = fake(
                XAConnection.class,
                (proxy, method, arguments) -> method.getName().equals("getXAResource") ? driver : physical);
        return (PooledXaResource)
                new PooledXaConnection(Careless.home("orders", new PoolCounters()), connection, null).getXAResource();
    }

    static Stream<Verb> verbs() {
        return Stream.of(
                resource -> resource.start(XID, XAResource.TMNOFLAGS),
                resource -> resource.end(XID, XAResource.TMSUCCESS),
                resource -> resource.prepare(XID),
                resource -> resource.commit(XID, false),
                resource -> resource.commit(XID, true),
                resource -> resource.rollback(XID),
                resource -> resource.forget(XID),
                resource -> resource.recover(XAResource.TMSTARTRSCAN));
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void theDriversErrorComesThroughUnchangedAndTheConnectionCountsAsBroken(Verb verb) throws Exception {
        for (Throwable error : new Throwable[] {new XAException(XAException.XAER_RMFAIL), new RuntimeException()}) {
            PooledXaResource resource = over(fake(XAResource.class, (proxy, method, arguments) -> {
                throw error;
            }));
            assertThat(resource.hasFailed()).isFalse();
            ThrowingCallable call = () -> verb.call(resource);
            assertThat(catchThrowable(call)).isSameAs(error);
            assertThat(resource.hasFailed()).isTrue();
        }
    }

    @Test
    void aVoteOfReadOnlyIsBelievedUnlessTheDriverIsKnownToPrepareAllTheSame() throws Exception {
        XAResource driver = fake(XAResource.class, (proxy, method, arguments) -> XAResource.XA_RDONLY);
        assertThat(over(driver).prepare(XID)).isEqualTo(XAResource.XA_RDONLY);
    }

    @Test
    void theSameResourceManagerIsAskedOfTheDriversOwnObjects() throws Exception {
        XAResource driver = fake(XAResource.class, (proxy, method, arguments) -> arguments[0] == proxy);
        assertThat(over(driver).isSameRM(over(driver))).isTrue();
        assertThat(over(driver).isSameRM(driver)).isTrue();
    }

    /** Nobody else commits a branch that is not prepared. A prepared one waits for the decision. */
    @Test
    void onALostConnectionOnlyAOnePhaseCommitIsKnownToBeARollback() throws Exception {
        XAException lost = new XAException(XAException.XAER_RMFAIL);
        PooledXaResource resource = over(
                fake(XAResource.class, (proxy, method, arguments) -> {
                    throw lost;
                }),
                true);
        assertThat(catchThrowable(() -> resource.commit(XID, true)))
                .hasFieldOrPropertyWithValue("errorCode", XAException.XA_RBCOMMFAIL);
        assertThat(catchThrowable(() -> resource.commit(XID, false))).isSameAs(lost);
    }

    @Test
    void itKnowsItsName() throws Exception {
        XAResource driver = fake(XAResource.class, (proxy, method, arguments) -> null);
        assertThat(over(driver).resourceName()).isEqualTo("orders");
    }
}
