package dev.assent.transport.iiop.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.harness.Fast;
import dev.assent.transport.iiop.WrittenIor;
import dev.assent.transport.iiop.reference.Ior;
import jakarta.transaction.RollbackException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.COMM_FAILURE;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CORBA.MARSHAL;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.PolicyError;
import org.omg.CORBA.Request;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSACTION_MODE;
import org.omg.CORBA.TRANSACTION_REQUIRED;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CosTransactions.ADAPTS;
import org.omg.CosTransactions.FORBIDS;
import org.omg.CosTransactions.REQUIRES;
import org.omg.CosTransactions.Status;
import org.omg.CosTransactions.Synchronization;
import org.omg.CosTransactions.SynchronizationHelper;
import org.omg.CosTransactions.SynchronizationOperations;
import org.omg.CosTransactions.SynchronizationPOA;
import org.omg.CosTransactions.SynchronizationPOATie;
import org.omg.CosTransactions.UNSHARED;

/** The transaction of a thread goes with the requests of its stubs, and servants take part by their adapter's policy. */
@Fast
class PropagationTest extends ProgramWorld {
    private volatile Runnable doing = this::work;

    /** A servant by inheritance. */
    private final class Inheriting extends SynchronizationPOA {
        @Override
        public void before_completion() {
            doing.run();
        }

        @Override
        public void after_completion(Status status) {
            throw new AssertionError("nobody asks for it");
        }
    }

    /** The implementation behind a tie. */
    private final class Tied implements SynchronizationOperations {
        @Override
        public void before_completion() {
            doing.run();
        }

        @Override
        public void after_completion(Status status) {
            throw new AssertionError("nobody asks for it");
        }
    }

    private void callInTransaction(String reference) throws Exception {
        shop.manager().begin();
        atShop(reference).before_completion();
    }

    private void commit() throws Exception {
        shop.manager().commit();
    }

    // ---- policies

    @Test
    void aServantByInheritanceTakesPart() throws Exception {
        callInTransaction(serve(new Inheriting(), ADAPTS.value));
        commit();
        assertThat(events.all()).contains("worked");
        assertThat(resource.committed()).isOne();
        assertThat(bank.current()).isEqualTo("none");
    }

    @Test
    void aServantByTieTakesPart() throws Exception {
        callInTransaction(serve(new SynchronizationPOATie(new Tied()), REQUIRES.value));
        shop.manager().rollback();
        assertThat(resource.committed()).isZero();
        assertThat(resource.rolledBack()).isOne();
    }

    @Test
    void severalCallsAreOfOneSubordinate() throws Exception {
        String reference = serve(new Inheriting(), ADAPTS.value);
        callInTransaction(reference);
        atShop(reference).before_completion();
        commit();
        assertThat(events.all().stream().filter("worked"::equals)).hasSize(2);
        assertThat(bank.node().coordinator().isIdle()).isTrue();
    }

    @Test
    void aCallWithoutATransactionIsPartOfNone() throws Exception {
        atShop(serve(new Inheriting(), ADAPTS.value)).before_completion();
        assertThat(events.all()).containsExactly("worked alone");
    }

    @Test
    void oneThatRequiresATransactionIsNotCalledWithout() throws Exception {
        String reference = serve(new Inheriting(), REQUIRES.value);
        assertThatThrownBy(() -> atShop(reference).before_completion()).isInstanceOf(TRANSACTION_REQUIRED.class);
        assertThat(events.all()).isEmpty();
    }

    @Test
    void oneThatForbidsATransactionIsNotCalledWithOne() throws Exception {
        String reference = serve(new Inheriting(), FORBIDS.value);
        assertThatThrownBy(() -> callInTransaction(reference)).isInstanceOf(INVALID_TRANSACTION.class);
        shop.manager().rollback();
        atShop(reference).before_completion();
        assertThat(events.all()).containsExactly("worked alone");
    }

    @Test
    void oneThatSaysNothingIsCalledOutsideOfTheTransaction() throws Exception {
        callInTransaction(serve(new Inheriting()));
        commit();
        assertThat(events.all()).containsExactly("worked alone");
    }

    @Test
    void oneThatTakesRequestsOfQueuesIsNotCalledWithATransaction() throws Exception {
        String reference = serve(new Inheriting(), ots(orb(bank), ADAPTS.value), invocation(orb(bank), UNSHARED.value));
        assertThatThrownBy(() -> callInTransaction(reference)).isInstanceOf(TRANSACTION_MODE.class);
        assertThat(events.all()).isEmpty();
        shop.manager().rollback();
    }

    @Test
    void aPolicyThatIsNoneIsRefused() {
        assertThatThrownBy(() -> ots(orb(bank), (short) 4)).isInstanceOf(PolicyError.class);
        assertThatThrownBy(() -> invocation(orb(bank), (short) 3)).isInstanceOf(PolicyError.class);
    }

    /** Nobody would know when it is done, and the transaction could end before (law 16). */
    @Test
    void aRequestWithoutAReplyDoesNotGoInATransaction() throws Exception {
        Synchronization called = atShop(serve(new Inheriting(), ADAPTS.value));
        shop.manager().begin();
        assertThatThrownBy(() -> called._request("before_completion").send_oneway())
                .isInstanceOf(INVALID_TRANSACTION.class);
        shop.manager().commit();
        assertThat(events.all()).isEmpty();
        called._request("before_completion").send_oneway();
        Awaitility.await().until(() -> events.all().contains("worked alone"));
    }

    /** The ORB sends it on another thread, which has no transaction. */
    @Test
    void aDeferredRequestIsPartOfNone() throws Exception {
        Synchronization called = atShop(serve(new Inheriting(), ADAPTS.value));
        shop.manager().begin();
        Request deferred = called._request("before_completion");
        deferred.send_deferred();
        deferred.get_response();
        shop.manager().commit();
        assertThat(events.all()).containsExactly("worked alone");
    }

    /** The refusal is that of the request inside, and takes nothing from the one around it. */
    @Test
    void aRequestInsideOfAnotherThatIsRefusedLeavesThatOneItsTransaction() throws Exception {
        Ior inside = Ior.parse(serve(new Inheriting(), REQUIRES.value));
        String saysNothing = new WrittenIor(inside.typeId())
                .at(inside.place().host(), inside.place().port(), inside.objectKey())
                .toString();
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        doing = () -> {
            Synchronization called =
                    SynchronizationHelper.unchecked_narrow(orb(bank).string_to_object(saysNothing));
            refusal.set(catchThrowable(called::before_completion));
            work();
        };
        callInTransaction(serve(new Inheriting(), ADAPTS.value));
        commit();
        assertThat(refusal.get()).isInstanceOf(TRANSACTION_REQUIRED.class);
        assertThat(events.all()).contains("worked").doesNotContain("worked alone");
        assertThat(resource.committed()).isOne();
    }

    // ---- what calls end with

    @Test
    void oneThatMarksTheTransactionIsToldOf() throws Exception {
        doing = () -> {
            work();
            bank.manager().setRollbackOnly();
        };
        String reference = serve(new Inheriting(), ADAPTS.value);
        assertThatThrownBy(() -> callInTransaction(reference)).isInstanceOf(TRANSACTION_ROLLEDBACK.class);
        assertThatThrownBy(this::commit).isInstanceOf(RollbackException.class);
        assertThat(resource.committed()).isZero();
    }

    @Test
    void anAnswerThatIsLostLeavesTheTransactionToRollBack() throws Exception {
        doing = () -> {
            throw new COMM_FAILURE(0, CompletionStatus.COMPLETED_MAYBE);
        };
        String reference = serve(new Inheriting(), ADAPTS.value);
        assertThatThrownBy(() -> callInTransaction(reference)).isInstanceOf(COMM_FAILURE.class);
        assertThatThrownBy(this::commit).isInstanceOf(RollbackException.class);
    }

    @Test
    void anAnswerThatIsNotToldLeavesTheTransactionToRollBack() throws Exception {
        doing = () -> {
            work();
            throw new MARSHAL(0, CompletionStatus.COMPLETED_YES);
        };
        String reference = serve(new Inheriting(), ADAPTS.value);
        assertThatThrownBy(() -> callInTransaction(reference)).isInstanceOf(MARSHAL.class);
        assertThatThrownBy(this::commit).isInstanceOf(RollbackException.class);
        assertThat(resource.committed()).isZero();
    }

    @Test
    void aRefusalLeavesTheTransactionAsItIs() throws Exception {
        doing = () -> {
            throw new BAD_PARAM(0, CompletionStatus.COMPLETED_NO);
        };
        String reference = serve(new Inheriting(), ADAPTS.value);
        assertThatThrownBy(() -> callInTransaction(reference)).isInstanceOf(BAD_PARAM.class);
        commit();
    }

    /** Containers of EJBs say so of what they refuse, and mean that nothing was done. */
    @Test
    void aRefusalByItsKindOfAContainerLeavesTheTransactionAsItIsWhateverItSaysOfCompletion() throws Exception {
        doing = () -> {
            throw new NO_PERMISSION(9998, CompletionStatus.COMPLETED_MAYBE);
        };
        String reference = ofAContainer(serve(new Inheriting())); // takes part in nothing before its work begins
        assertThatThrownBy(() -> callInTransaction(reference)).isInstanceOf(NO_PERMISSION.class);
        commit();
    }

    @Test
    void aRefusalByItsKindAfterWorkInTheTransactionLeavesItToRollBack() throws Exception {
        doing = () -> {
            work();
            throw new NO_PERMISSION(9998, CompletionStatus.COMPLETED_MAYBE);
        };
        String reference = ofAContainer(serve(new Inheriting(), ADAPTS.value));
        assertThatThrownBy(() -> callInTransaction(reference)).isInstanceOf(NO_PERMISSION.class);
        assertThatThrownBy(this::commit).isInstanceOf(RollbackException.class);
        assertThat(resource.committed()).isZero();
    }

    @Test
    void aRefusalByItsKindOfNoContainerLeavesTheTransactionToRollBack() throws Exception {
        doing = () -> {
            throw new NO_PERMISSION(9998, CompletionStatus.COMPLETED_MAYBE);
        };
        String reference = serve(new Inheriting(), ADAPTS.value);
        assertThatThrownBy(() -> callInTransaction(reference)).isInstanceOf(NO_PERMISSION.class);
        assertThatThrownBy(this::commit).isInstanceOf(RollbackException.class);
    }

    /** The reference of an object, as a container of EJBs writes it that takes transactions. */
    private static String ofAContainer(String reference) throws Exception {
        Ior served = Ior.parse(reference);
        byte[] adapts = {0, 0, 0, (byte) ADAPTS.value};
        return new WrittenIor("RMI:test.Account:0000000000000000")
                .at(
                        served.place().host(),
                        served.place().port(),
                        served.objectKey(),
                        TargetPolicy.TAG_OTS_POLICY,
                        adapts)
                .toString();
    }

    @Test
    void aTransactionThatTakesNoMoreWorkGoesNowhere() throws Exception {
        String reference = serve(new Inheriting(), ADAPTS.value);
        shop.manager().begin();
        shop.manager().setRollbackOnly();
        assertThatThrownBy(() -> atShop(reference).before_completion()).isInstanceOf(TRANSACTION_ROLLEDBACK.class);
        assertThat(events.all()).isEmpty();
        shop.manager().rollback();
    }

    @Test
    void aTransactionThatAServantLeavesBehindIsRolledBackWithItsCallers() throws Exception {
        doing = () -> {
            bank.manager().suspend();
            try {
                bank.manager().begin();
            } catch (Exception refused) {
                throw new IllegalStateException(refused);
            }
            work();
        };
        String reference = serve(new Inheriting(), ADAPTS.value);
        assertThatThrownBy(() -> callInTransaction(reference)).isInstanceOf(TRANSACTION_ROLLEDBACK.class);
        assertThat(resource.rolledBack()).isOne();
        assertThatThrownBy(this::commit).isInstanceOf(RollbackException.class);
    }

    // ---- its end

    @Test
    void aTransportThatIsClosedDoesNotWaitForEverForAServant() throws Exception {
        CountDownLatch isServing = new CountDownLatch(1);
        CountDownLatch isOver = new CountDownLatch(1);
        doing = () -> {
            isServing.countDown();
            await(isOver);
        };
        String reference = serve(new Inheriting(), ADAPTS.value);
        Synchronization called = atShop(reference);
        Thread calling = new Thread(() -> {
            try {
                called.before_completion();
            } catch (SystemException brokenOff) {
                events.add("broken off");
            }
        });
        calling.start();
        await(isServing);
        bank.transport().close(); // at once: its limit is 0
        calling.join();
        isOver.countDown();
        assertThat(events.all()).containsExactly("broken off");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
    }
}
