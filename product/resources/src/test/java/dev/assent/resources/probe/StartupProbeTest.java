package dev.assent.resources.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Assent;
import dev.assent.Setting;
import dev.assent.core.fixture.AnyThrowable;
import dev.assent.core.fixture.AnyThrowable.Kind;
import dev.assent.harness.Fast;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How the probe waits for a resource that says it rolled back, and gives the branch away late. */
@Fast
class StartupProbeTest {
    private static final int ROUNDS = 5;

    private final XAResource resource = fake(XAResource.class);
    private Runnable inRecover = () -> {};
    private Runnable inRollback = () -> {};

    /** The list without branches. */
    private Xid[] none = new Xid[0];

    private Xid listed;
    private int rollbacks;
    private Assent assent;

    @BeforeEach
    void open() {
        assent = Assent.builder().with(Setting.LOG, "memory").open();
    }

    @AfterEach
    void close() {
        assent.close();
    }

    /** The pool, its sessions, and their XAResource. */
    private <T> T fake(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> switch (method.getName()) {
                    case "open" -> fake(Probed.Session.class);
                    case "xaResource" -> resource;
                    case "prepare" -> prepared((Xid) arguments[0]);
                    case "recover" -> recovered();
                    case "rollback" -> rolledBack();
                    default ->
                        method.getReturnType() == boolean.class
                                ? Boolean.FALSE
                                : method.getReturnType() == String.class ? method.getName() : null;
                }));
    }

    private Xid[] recovered() {
        inRecover.run();
        return listed == null ? none : new Xid[] {null, listed};
    }

    private int prepared(Xid xid) {
        listed = xid;
        return XAResource.XA_OK;
    }

    private Object rolledBack() {
        inRollback.run();
        if (++rollbacks == ROUNDS) {
            listed = null;
        }
        return null;
    }

    @SuppressWarnings("unchecked")
    private StartupProbe<Exception> probe() {
        return new StartupProbe<>((Probed<Exception>) fake(Probed.class), true, assent);
    }

    @Test
    void itWaitsBeforeItAsksAgainWhoSaysThatTheBranchIsRolledBack() throws Exception {
        long sinceNanos = System.nanoTime();
        probe().requirePassed();
        assertThat(rollbacks).isEqualTo(ROUNDS);
        assertThat(System.nanoTime() - sinceNanos).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(15 * ROUNDS));
    }

    @Test
    void whoIsInterruptedMeanwhileGivesUp() {
        inRollback = Thread.currentThread()::interrupt;
        assertThatThrownBy(() -> probe().requirePassed())
                .isInstanceOf(ProbeRefusedException.class)
                .satisfies(told ->
                        assertThat(((ProbeRefusedException) told).text()).contains("could not roll back a branch"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(rollbacks).as("once, and once more for good measure").isEqualTo(2);
    }

    @Test
    void requirePassed_theDriverListsNoBranchesAsNull_passes() throws Exception {
        none = null;
        probe().requirePassed();
        assertThat(rollbacks).isEqualTo(ROUNDS);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void requirePassed_theListThrowsAnything_isRefused(Kind kind) {
        inRecover = () -> AnyThrowable.raise(kind.made());
        assertThatThrownBy(() -> probe().requirePassed())
                .isInstanceOf(ProbeRefusedException.class)
                .satisfies(told ->
                        assertThat(((ProbeRefusedException) told).text()).contains("list"));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void requirePassed_aRollbackThrowsAnything_asksAgain(Kind kind) throws Exception {
        inRollback = () -> {
            inRollback = () -> {};
            AnyThrowable.raise(kind.made());
        };
        probe().requirePassed();
        assertThat(rollbacks).isEqualTo(ROUNDS);
    }
}
