package dev.assent.core.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.RecordingXaResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.spi.RecoverableResource;
import dev.assent.spi.XaTraits;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Enlisting and delisting: Jakarta Transactions 2.0, section 3.3.1, and law 21. */
@Fast
class JtaEnlistmentTest {
    private final TestNode node = TestNode.open();
    private final EventList events = node.events();
    private final RecordingResource orders = node.resource("orders");
    private final RecordingXaResource connection = orders.connect();
    private JtaTransaction transaction;

    @BeforeEach
    void begin() throws Exception {
        transaction = node.begin();
    }

    @AfterEach
    void closeNode() {
        node.close();
    }

    @Test
    void enlistStartsABranchAndCommitEndsIt() throws Exception {
        assertThat(transaction.enlistResource(connection)).isTrue();
        assertThat(connection.isAtWork()).isTrue();
        transaction.commit();
        events.assertExactly("orders.start", "orders.end(TMSUCCESS)", "orders.commit(one phase)");
        assertThat(orders.committed()).isEqualTo(1);
        assertThat(orders.known()).isZero();
    }

    @Test
    void enlistingTwiceStartsOnce() throws Exception {
        transaction.enlistResource(connection);
        assertThat(transaction.enlistResource(connection)).isTrue();
        transaction.commit();
        events.assertExactly("orders.start", "orders.end(TMSUCCESS)", "orders.commit(one phase)");
    }

    @Test
    void aDelistedResourceIsNotEndedTwice() throws Exception {
        transaction.enlistResource(connection);
        assertThat(transaction.delistResource(connection, XAResource.TMSUCCESS)).isTrue();
        assertThat(connection.isAtWork()).isFalse();
        assertThat(transaction.delistResource(connection, XAResource.TMSUCCESS)).isFalse();
        transaction.commit();
        events.assertExactly("orders.start", "orders.end(TMSUCCESS)", "orders.commit(one phase)");
    }

    @Test
    void aResourceThatWasDelistedWithSuccessJoinsItsBranchAgain() throws Exception {
        transaction.enlistResource(connection);
        transaction.delistResource(connection, XAResource.TMSUCCESS);
        transaction.enlistResource(connection);
        transaction.commit();
        events.assertExactly(
                "orders.start",
                "orders.end(TMSUCCESS)",
                "orders.start(TMJOIN)",
                "orders.end(TMSUCCESS)",
                "orders.commit(one phase)");
    }

    @Test
    void aSuspendedResourceResumesItsBranch() throws Exception {
        transaction.enlistResource(connection);
        assertThat(transaction.delistResource(connection, XAResource.TMSUSPEND)).isTrue();
        assertThat(transaction.delistResource(connection, XAResource.TMSUSPEND)).isFalse();
        assertThat(connection.isAtWork()).isFalse();
        transaction.enlistResource(connection);
        transaction.commit();
        events.assertExactly(
                "orders.start",
                "orders.end(TMSUSPEND)",
                "orders.start(TMRESUME)",
                "orders.end(TMSUCCESS)",
                "orders.commit(one phase)");
    }

    @Test
    void aSuspendedResourceIsEndedBeforeCommit() throws Exception {
        transaction.enlistResource(connection);
        transaction.delistResource(connection, XAResource.TMSUSPEND);
        transaction.commit();
        events.assertExactly(
                "orders.start", "orders.end(TMSUSPEND)", "orders.end(TMSUCCESS)", "orders.commit(one phase)");
    }

    @Test
    void aSuspendedResourceCanBeDelistedForGood() throws Exception {
        transaction.enlistResource(connection);
        transaction.delistResource(connection, XAResource.TMSUSPEND);
        assertThat(transaction.delistResource(connection, XAResource.TMSUCCESS)).isTrue();
        transaction.commit();
        events.assertExactly(
                "orders.start", "orders.end(TMSUSPEND)", "orders.end(TMSUCCESS)", "orders.commit(one phase)");
    }

    @Test
    void delistWithFailureLeavesOnlyRollback() throws Exception {
        transaction.enlistResource(connection);
        assertThat(transaction.delistResource(connection, XAResource.TMFAIL)).isTrue();
        assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
        assertThatThrownBy(() -> transaction.enlistResource(orders.connect())).isInstanceOf(RollbackException.class);
        assertThatThrownBy(transaction::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2020");
        events.assertExactly("orders.start", "orders.end(TMFAIL)", "orders.rollback");
    }

    @Test
    void aResourceThatAnswersAFailureWithRollbackOnlyHasDoneAsAsked() throws Exception {
        transaction.enlistResource(connection);
        orders.fails(XaVerb.END, XAException.XA_RBROLLBACK);
        assertThat(transaction.delistResource(connection, XAResource.TMFAIL)).isTrue();
        assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
        transaction.rollback();
        events.assertExactly("orders.start", "orders.end(TMFAIL) -> XA_RBROLLBACK", "orders.rollback");
    }

    @ParameterizedTest
    @ValueSource(ints = {XAException.XA_RBDEADLOCK, XAException.XAER_RMERR, XAException.XAER_RMFAIL})
    void aResourceThatCannotEndItsWorkLeavesOnlyRollback(int code) throws Exception {
        transaction.enlistResource(connection);
        orders.fails(XaVerb.END, code);
        assertThatThrownBy(() -> transaction.delistResource(connection, XAResource.TMSUCCESS))
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("ASSENT-2011")
                .hasMessageContaining("orders")
                .satisfies(
                        told -> assertThat(((SystemException) told).errorCode).isEqualTo(code));
        assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
        transaction.rollback();
        assertThat(orders.rolledBack()).isEqualTo(1);
    }

    @Test
    void workThatItsResourceRollsBackWhenItIsResumedIsNotEndedAgain() throws Exception {
        transaction.enlistResource(connection);
        transaction.delistResource(connection, XAResource.TMSUSPEND);
        orders.fails(XaVerb.START, XAException.XA_RBTIMEOUT);
        assertThatThrownBy(() -> transaction.enlistResource(connection)).isInstanceOf(RollbackException.class);
        events.clear();
        transaction.rollback();
        events.assertExactly("orders.rollback");
        assertThat(orders.violations()).isEmpty();
    }

    @Test
    void aResourceThatBreaksWhenItEndsItsWorkLeavesOnlyRollback() throws Exception {
        IllegalStateException broken = new IllegalStateException("driver bug");
        transaction.enlistResource(connection);
        orders.throwing(XaVerb.END, broken);
        assertThatThrownBy(() -> transaction.delistResource(connection, XAResource.TMSUCCESS))
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("ASSENT-2011")
                .hasRootCause(broken);
        assertThatThrownBy(transaction::commit).isInstanceOf(RollbackException.class);
        assertThat(orders.rolledBack()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, XAResource.TMJOIN, XAResource.TMSUCCESS | XAResource.TMFAIL, -1})
    void aStrangeDelistFlagIsRefusedWithThoseAllowed(int flag) throws Exception {
        transaction.enlistResource(connection);
        assertThatThrownBy(() -> transaction.delistResource(connection, flag))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-1027")
                .hasMessageContaining("0x" + Integer.toHexString(flag))
                .hasMessageContaining("TMSUSPEND");
        transaction.rollback();
    }

    @Test
    void delistingAStrangerDoesNothing() throws Exception {
        assertThat(transaction.delistResource(connection, XAResource.TMSUCCESS)).isFalse();
        assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        events.assertExactly();
        transaction.commit();
    }

    @Test
    void twoConnectionsOfAResourceThatDoesNotJoinHaveABranchEach() throws Exception {
        transaction.enlistResource(connection);
        transaction.enlistResource(orders.connect());
        transaction.commit();
        events.assertExactly(
                "orders.start",
                "orders.start",
                "orders.end(TMSUCCESS)",
                "orders.prepare",
                "orders.end(TMSUCCESS)",
                "orders.prepare",
                "log.append(DECISION)",
                "log.force",
                "orders.commit",
                "orders.commit",
                "log.release");
        assertThat(orders.committed()).isEqualTo(2);
    }

    @Test
    void twoConnectionsOfAResourceThatJoinsShareABranch() throws Exception {
        orders.with(new XaTraits(true, false));
        transaction.enlistResource(connection);
        transaction.enlistResource(orders.connect());
        transaction.commit();
        events.assertExactly(
                "orders.start",
                "orders.start(TMJOIN)",
                "orders.end(TMSUCCESS)",
                "orders.end(TMSUCCESS)",
                "orders.commit(one phase)");
        assertThat(orders.committed()).isEqualTo(1);
    }

    @Test
    void connectionsOfDifferentManagersDoNotJoinWhateverTheTraitsSay() throws Exception {
        orders.with(new XaTraits(true, false)).withoutSameRm();
        transaction.enlistResource(connection);
        transaction.enlistResource(orders.connect());
        transaction.rollback();
        events.assertExactly(
                "orders.start",
                "orders.start",
                "orders.end(TMFAIL)",
                "orders.rollback",
                "orders.end(TMFAIL)",
                "orders.rollback");
    }

    @Test
    void resourcesOfDifferentNamesNeverJoin() throws Exception {
        orders.with(new XaTraits(true, false));
        RecordingResource payments = node.resource("payments").with(new XaTraits(true, false));
        transaction.enlistResource(connection);
        transaction.enlistResource(payments.connect());
        events.assertExactly("orders.start", "payments.start");
        transaction.rollback();
    }

    @Test
    void aResourceThatEndsLateIsEndedOnlyBeforePrepare() throws Exception {
        orders.with(new XaTraits(false, true));
        transaction.enlistResource(connection);
        assertThat(transaction.delistResource(connection, XAResource.TMSUSPEND)).isTrue();
        transaction.enlistResource(connection);
        assertThat(transaction.delistResource(connection, XAResource.TMSUCCESS)).isTrue();
        transaction.enlistResource(connection);
        events.assertExactly("orders.start");
        transaction.commit();
        events.assertExactly("orders.start", "orders.end(TMSUCCESS)", "orders.commit(one phase)");
    }

    @Test
    void aResourceThatEndsLateIsToldOfAFailureAtOnce() throws Exception {
        orders.with(new XaTraits(false, true));
        transaction.enlistResource(connection);
        transaction.delistResource(connection, XAResource.TMFAIL);
        events.assertExactly("orders.start", "orders.end(TMFAIL)");
        transaction.rollback();
        events.assertExactly("orders.start", "orders.end(TMFAIL)", "orders.rollback");
    }

    @Test
    void aResourceNobodyRegisteredIsRefusedWithThoseRegistered() throws Exception {
        RecordingResource stranger = new RecordingResource("stranger", events);
        assertThatThrownBy(() -> transaction.enlistResource(stranger.connect()))
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("ASSENT-1012")
                .hasMessageContaining("'stranger'")
                .hasMessageContaining("orders");
        assertThatThrownBy(() -> transaction.enlistResource("nobody", connection))
                .isInstanceOf(SystemException.class);
        events.assertExactly();
        transaction.commit();
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "end"})
    void aResourceThatUsesTheTransactionInsideACallOfIt_isRefused(String call) throws Exception {
        List<Throwable> refusals = new ArrayList<>();
        XAResource using = plain(called -> {
            if (called.equals(call)) {
                refusals.add(catchThrowable(
                        () -> transaction.registerSynchronization(new RecordingSynchronization("s", events))));
            }
        });
        transaction.enlistResource(using);
        transaction.delistResource(using, XAResource.TMSUCCESS);
        transaction.commit();
        assertThat(refusals)
                .singleElement(InstanceOfAssertFactories.THROWABLE)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-1044");
        assertThat(orders.committed()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"start, commit", "start, rollback", "end, commit", "end, rollback"})
    void aResourceThatEndsTheTransactionInsideACallOfIt_isRefusedAndNothingIsDone(String call, String end)
            throws Exception {
        transaction.registerSynchronization(new RecordingSynchronization("s", events));
        List<Throwable> refusals = new ArrayList<>();
        XAResource using = plain(called -> {
            if (called.equals(call)) {
                refusals.add(catchThrowable(end.equals("commit") ? transaction::commit : transaction::rollback));
            }
        });
        transaction.enlistResource(using);
        transaction.delistResource(using, XAResource.TMSUCCESS);
        assertThat(refusals)
                .singleElement(InstanceOfAssertFactories.THROWABLE)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-1044");
        assertThat(events.all()).noneMatch(each -> each.startsWith("s."));
        assertThat(node.manager().getTransaction()).isSameAs(transaction);
        transaction.commit();
        assertThat(orders.committed()).isEqualTo(1);
    }

    /** An XAResource of "orders" that does not say its name. */
    private XAResource plain() {
        return plain(call -> {});
    }

    private XAResource plain(Consumer<String> onCall) {
        return (XAResource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {XAResource.class}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return method.getName().equals("toString")
                                ? "plain"
                                : method.getName().equals("equals");
                    }
                    onCall.accept(method.getName());
                    return method.invoke(connection, arguments);
                });
    }

    @Test
    void aResourceWithoutANameIsRefusedUnlessTheNameIsGiven() throws Exception {
        orders.withoutSameRm();
        XAResource plain = plain();
        assertThatThrownBy(() -> transaction.enlistResource(plain))
                .isInstanceOf(SystemException.class)
                .hasMessageContainingAll("ASSENT-1013", "cannot enlist plain", "(registered: orders)");
        assertThat(transaction.enlistResource("orders", plain)).isTrue();
        transaction.commit();
        assertThat(orders.committed()).isEqualTo(1);
    }

    @Test
    void aResourceWithoutANameIsFoundByItsManagerOnce() throws Exception {
        XAResource plain = plain();
        assertThat(transaction.enlistResource(plain)).isTrue();
        transaction.commit();
        assertThat(orders.committed()).isEqualTo(1);

        orders.setOutage(new IllegalStateException("down")); // so that the node can't ask it again
        transaction = node.begin();
        assertThat(transaction.enlistResource(plain)).isTrue();
        transaction.commit();
        assertThat(orders.committed()).isEqualTo(2);
    }

    @Test
    void aSessionThatCanNotBeClosedIsAskedAllTheSame() throws Exception {
        node.unregister("orders");
        node.register(new RecoverableResource() {
            @Override
            public String name() {
                return "orders";
            }

            @Override
            public Session open() {
                return new Session() {
                    @Override
                    public XAResource xaResource() {
                        return orders.connect();
                    }

                    @Override
                    public void close() {
                        throw new IllegalStateException("broken");
                    }
                };
            }
        });
        assertThat(transaction.enlistResource(plain())).isTrue();
        transaction.rollback();
    }

    @Test
    void aTransactionThatIsOverAsksNobodyWhoseAnXaResourceIs() throws Exception {
        transaction.commit();
        orders.onOpen(() -> {
            throw new AssertionError("asked");
        });
        assertThatThrownBy(() -> transaction.enlistResource(plain()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-1022");
    }

    @Test
    void aResourceThatIsNotReachedIsNamedWhereNobodyKnowsAnXaResource() throws Exception {
        orders.setOutage(new IllegalStateException("down"));
        XAResource plain = plain();
        assertThatThrownBy(() -> transaction.enlistResource(plain))
                .isInstanceOf(SystemException.class)
                .hasMessageContainingAll("ASSENT-1013", "Resource 'orders' was not asked: ");
        transaction.commit();
    }

    @Test
    void workAfterTheEndIsRefused() throws Exception {
        transaction.enlistResource(connection);
        transaction.commit();
        assertThatThrownBy(() -> transaction.enlistResource(connection))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-1022");
        assertThatThrownBy(() -> transaction.delistResource(connection, XAResource.TMSUCCESS))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ASSENT-1022");
    }

    @Test
    void workAfterARollbackOnlyMarkIsRefusedButDelistingIsNot() throws Exception {
        transaction.enlistResource(connection);
        transaction.setRollbackOnly();
        assertThatThrownBy(() -> transaction.enlistResource(orders.connect()))
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-1023");
        assertThat(transaction.delistResource(connection, XAResource.TMSUCCESS)).isTrue();
        transaction.rollback();
        events.assertExactly("orders.start", "orders.end(TMSUCCESS)", "orders.rollback");
    }

    @Test
    void aRefusedStartLeavesTheTransactionAsItWas() throws Exception {
        orders.fails(XaVerb.START, XAException.XAER_RMERR);
        assertThatThrownBy(() -> transaction.enlistResource(connection))
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("ASSENT-2010")
                .hasMessageContaining("XAER_RMERR")
                .hasCauseInstanceOf(XAException.class);
        assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        transaction.enlistResource(orders.connect());
        transaction.commit();
        assertThat(orders.committed()).isEqualTo(1);
    }

    @Test
    void aResourceThatBreaksWhenItStartsIsTheSameAsOneThatRefuses() throws Exception {
        IllegalStateException broken = new IllegalStateException("driver bug");
        orders.throwing(XaVerb.START, broken);
        assertThatThrownBy(() -> transaction.enlistResource(connection))
                .isInstanceOf(SystemException.class)
                .hasMessageContaining("driver bug")
                .hasRootCause(broken);
        assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
        transaction.commit();
    }

    @Test
    void aStartThatSaysRollbackMarksTheTransaction() throws Exception {
        orders.fails(XaVerb.START, XAException.XA_RBDEADLOCK);
        assertThatThrownBy(() -> transaction.enlistResource(connection))
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-1023")
                .hasCauseInstanceOf(XAException.class);
        assertThatThrownBy(transaction::commit)
                .isInstanceOf(RollbackException.class)
                .hasCauseInstanceOf(XAException.class);
    }

    @Test
    void aRefusedResumeCanBeTriedAgain() throws Exception {
        transaction.enlistResource(connection);
        transaction.delistResource(connection, XAResource.TMSUSPEND);
        orders.fails(XaVerb.START, XAException.XAER_RMERR);
        assertThatThrownBy(() -> transaction.enlistResource(connection)).isInstanceOf(SystemException.class);
        assertThat(transaction.enlistResource(connection)).isTrue();
        transaction.commit();
        assertThat(orders.committed()).isEqualTo(1);
    }

    @Test
    void enlist_theDriverThrowsWhenItComparesManagers_aBranchOfItsOwnStarts() throws Exception {
        orders.with(new XaTraits(true, false));
        transaction.enlistResource("orders", plain(call -> {
            if (call.equals("isSameRM")) {
                throw new IllegalStateException("not one of mine");
            }
        }));
        assertThat(transaction.enlistResource(orders.connect())).isTrue();
        assertThat(events.count("start")).isEqualTo(2);
        transaction.commit();
        assertThat(orders.committed()).isEqualTo(2);
    }
}
