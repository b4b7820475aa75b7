package dev.assent.transport.iiop.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.remote.CallLostException;
import dev.assent.remote.CallUnsentException;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.ServiceRefusedException.Reason;
import dev.assent.transport.iiop.IiopSetting;
import dev.assent.transport.iiop.IiopWires;
import dev.assent.transport.iiop.WrittenIor;
import dev.assent.transport.iiop.cdr.CdrException;
import dev.assent.transport.iiop.cdr.CdrIn;
import dev.assent.transport.iiop.reference.Ior;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionRequiredException;
import java.rmi.AccessException;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CORBA.MARSHAL;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSACTION_REQUIRED;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.TRANSIENT;
import org.omg.CORBA.UserException;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.InvokeHandler;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.ResponseHandler;
import org.omg.CORBA.portable.UnknownException;
import org.omg.CosTransactions.ADAPTS;
import org.omg.CosTransactions.Coordinator;
import org.omg.CosTransactions.CoordinatorHelper;
import org.omg.CosTransactions.FORBIDS;
import org.omg.CosTransactions.REQUIRES;
import org.omg.CosTransactions.ResourceHelper;
import org.omg.CosTransactions.SynchronizationHelper;
import org.omg.CosTransactions.UNSHARED;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.Servant;

/** A call goes with its transaction as the reference of an object of another make says, and so is what that answers taken. */
@Fast
class TransactionalStrangerTest {
    private static final int OTS_POLICY = 31;
    private static final int INVOCATION_POLICY = 32;

    /** The interface of the stranger's object. */
    public interface Account {
        /** Adds to it. */
        int add(int amount);
    }

    /** One account, and how it is called. */
    abstract static class AccountWorld extends StrangerWorld {
        static final String IDL_TYPE = "IDL:test/Account:1.0";
        static final String RMI_TYPE = "RMI:test.Account:0000000000000000";

        Supplier<SystemException> refusal = () -> null;

        /** Whether the account has work in the transaction that it is called with. */
        boolean isTakingPart;

        /** Whether it registers a Synchronization with the transaction that it is called with, and no Resource. */
        boolean isLookingOn;

        private final class AccountServant extends Servant implements InvokeHandler {
            @Override
            public String[] _all_interfaces(POA adapter, byte[] id) {
                return new String[] {"IDL:test/Account:1.0"};
            }

            @Override
            public OutputStream _invoke(String operation, InputStream in, ResponseHandler handler) {
                events.add(stranger.broughtTransaction() == null ? "alone" : "in a transaction");
                if (isTakingPart || isLookingOn) {
                    takePart();
                }
                SystemException refused = refusal.get();
                if (refused != null) {
                    throw refused;
                }
                int sum = 1 + in.read_long();
                OutputStream out = handler.createReply();
                out.write_long(sum);
                return out;
            }
        }

        final Account saysNothing() throws Exception {
            String reference = stranger.stringified(stranger.serve(new AccountServant()));
            return account(Ior.parse(reference).place().toString(), reference);
        }

        private void takePart() {
            try {
                CdrIn context = new CdrIn(stranger.broughtTransaction());
                context.takeLong("the timeout");
                String coordinator = Ior.read(context).toString();
                Coordinator superior = CoordinatorHelper.unchecked_narrow(stranger.object(coordinator));
                if (isTakingPart) {
                    superior.register_resource(
                            ResourceHelper.unchecked_narrow(stranger.serve(new RecordedResource("account", events))));
                }
                if (isLookingOn) {
                    superior.register_synchronization(SynchronizationHelper.unchecked_narrow(
                            stranger.serve(new RecordedSynchronization(events))));
                }
            } catch (UserException | CdrException refused) {
                throw new IllegalStateException(refused);
            }
        }

        final Account says(int component, int policy) throws Exception {
            return says(IDL_TYPE, component, policy);
        }

        /** As a container of EJBs writes it. */
        final Account ofAContainer() throws Exception {
            return says(RMI_TYPE, OTS_POLICY, ADAPTS.value);
        }

        private Account says(String typeId, int component, int policy) throws Exception {
            Ior served = Ior.parse(stranger.stringified(stranger.serve(new AccountServant())));
            byte[] encapsulated = {0, 0, (byte) (policy >>> 8), (byte) policy};
            String reference = new WrittenIor(typeId)
                    .at(served.place().host(), served.place().port(), served.objectKey(), component, encapsulated)
                    .toString();
            return account(served.place().toString(), reference);
        }

        private Account account(String place, String reference) {
            return bank.services().connect("iiop://" + place + "/" + reference, Account.class);
        }

        final int addInTransaction(Account account) throws Exception {
            bank.manager().begin();
            return account.add(1);
        }
    }

    @Nested
    class ByItsReference extends AccountWorld {
        @Test
        void anObjectThatSaysNothingIsCalledOutsideOfTheTransaction() throws Exception {
            assertThat(addInTransaction(saysNothing())).isEqualTo(2);
            bank.manager().commit();
            assertThat(events.all()).contains("alone");
        }

        @Test
        void anObjectThatAdaptsGetsTheTransaction() throws Exception {
            Account account = says(OTS_POLICY, ADAPTS.value);
            assertThat(account.add(1)).isEqualTo(2);
            assertThat(addInTransaction(account)).isEqualTo(2);
            bank.manager().commit();
            assertThat(events.all()).containsSubsequence("alone", "in a transaction");
        }

        @Test
        void anObjectThatRequiresATransactionIsNotCalledWithout() throws Exception {
            Account account = says(OTS_POLICY, REQUIRES.value);
            assertThatThrownBy(() -> account.add(1))
                    .satisfies(thrown -> assertRefused(thrown, Reason.TRANSACTION_NEEDED));
            assertThat(events.all()).isEmpty();
            assertThat(addInTransaction(account)).isEqualTo(2);
            bank.manager().commit();
        }

        @Test
        void anObjectThatForbidsATransactionIsNotCalledWithOne() throws Exception {
            Account account = says(OTS_POLICY, FORBIDS.value);
            assertThatThrownBy(() -> addInTransaction(account))
                    .satisfies(thrown -> assertRefused(thrown, Reason.TRANSACTION_UNWANTED));
            assertThat(events.all()).isEmpty();
            bank.manager().commit();
        }

        @Test
        void anInvocationPolicyAloneIsNoOtsPolicy() throws Exception {
            assertThat(addInTransaction(says(INVOCATION_POLICY, UNSHARED.value)))
                    .isEqualTo(2);
            bank.manager().commit();
            assertThat(events.all()).contains("alone");
        }
    }

    private static void assertRefused(Throwable thrown, Reason reason) {
        assertThat(thrown)
                .hasMessageContaining("Account.add")
                .hasMessageNotContaining("IOR:")
                .isInstanceOfSatisfying(
                        ServiceRefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    @Nested
    class ByItsAnswer extends AccountWorld {
        private void assertCommits() throws Exception {
            bank.manager().commit();
        }

        @Test
        void thatATransactionIsNeededIsARefusal() throws Exception {
            refusal = () -> new TRANSACTION_REQUIRED(0, CompletionStatus.COMPLETED_NO);
            Account account = saysNothing();
            assertThatThrownBy(() -> account.add(1))
                    .satisfies(thrown -> assertRefused(thrown, Reason.TRANSACTION_NEEDED));
        }

        @Test
        void thatNoneIsWantedIsARefusalThatLeavesTheTransactionAsItIs() throws Exception {
            refusal = () -> new INVALID_TRANSACTION(0, CompletionStatus.COMPLETED_NO);
            Account account = says(OTS_POLICY, ADAPTS.value);
            assertThatThrownBy(() -> addInTransaction(account))
                    .satisfies(thrown -> assertRefused(thrown, Reason.TRANSACTION_UNWANTED));
            assertCommits();
        }

        @Test
        void thatItCanOnlyRollBackMarksTheTransaction() throws Exception {
            refusal = () -> new TRANSACTION_ROLLEDBACK(0, CompletionStatus.COMPLETED_NO);
            Account account = says(OTS_POLICY, ADAPTS.value);
            assertThatThrownBy(() -> addInTransaction(account)).isInstanceOf(RemoteFailureException.class);
            assertThatThrownBy(this::assertCommits).isInstanceOf(RollbackException.class);
        }

        @Test
        void thatNothingWasDoneForNowIsACallThatWasNotSent() throws Exception {
            refusal = () -> new TRANSIENT(0, CompletionStatus.COMPLETED_NO);
            Account account = says(OTS_POLICY, ADAPTS.value);
            assertThatThrownBy(() -> addInTransaction(account))
                    .isInstanceOf(CallUnsentException.class)
                    .hasMessageContaining("Account.add")
                    .hasMessageNotContaining("IOR:");
            assertCommits();
        }
    }

    /** Answers of an EJB container that has refused a call before the bean has done anything. */
    @Nested
    class ByARefusalOfItsContainer extends AccountWorld {
        private void assertRefusedAndCommits(SystemException answer, Reason reason) throws Exception {
            refusal = () -> answer;
            Account account = ofAContainer();
            assertThatThrownBy(() -> addInTransaction(account)).satisfies(thrown -> assertRefused(thrown, reason));
            assertThat(events.all()).containsExactly("in a transaction");
            bank.manager().commit();
        }

        /** GlassFish says COMPLETED_MAYBE of all of these; it was a doubt, and the transaction could only roll back. */
        @ParameterizedTest
        @CsvSource({
            "NO_PERMISSION, FORBIDDEN",
            "TRANSACTION_REQUIRED, TRANSACTION_NEEDED",
            "INVALID_TRANSACTION, TRANSACTION_UNWANTED",
            "OBJECT_NOT_EXIST, OTHER"
        })
        void anExceptionThatSaysSoIsARefusalWhateverItSaysOfCompletion(String exception, Reason reason)
                throws Exception {
            for (CompletionStatus completed :
                    List.of(CompletionStatus.COMPLETED_MAYBE, CompletionStatus.COMPLETED_NO)) {
                assertRefusedAndCommits(
                        (SystemException) Class.forName("org.omg.CORBA." + exception)
                                .getConstructor(int.class, CompletionStatus.class)
                                .newInstance(9998, completed),
                        reason);
                events.clear();
            }
        }

        /** A call that may be under way is never sent twice (law 16). */
        @Test
        void anObjectThatIsSaidToBeGoneAfterACallIsNotCalledAgain() throws Exception {
            Account account = ofAContainer();
            assertThat(account.add(1)).isEqualTo(2);
            refusal = () -> new OBJECT_NOT_EXIST(9998, CompletionStatus.COMPLETED_MAYBE);
            assertThatThrownBy(() -> addInTransaction(account))
                    .satisfies(thrown -> assertRefused(thrown, Reason.OTHER));
            assertThat(events.all()).containsExactly("alone", "in a transaction");
            bank.manager().commit();
        }

        /** WildFly sends the exception of its container as a value beside UNKNOWN. */
        @Test
        void anExceptionOfTheContainerThatComesAsAValueIsARefusal() throws Exception {
            assertRefusedAndCommits(new UnknownException(new AccessException("no")), Reason.FORBIDDEN);
            events.clear();
            assertRefusedAndCommits(
                    new UnknownException(new TransactionRequiredException("one")), Reason.TRANSACTION_NEEDED);
            events.clear();
            assertRefusedAndCommits(
                    new UnknownException(new InvalidTransactionException("none")), Reason.TRANSACTION_UNWANTED);
            events.clear();
            assertRefusedAndCommits(new UnknownException(new NoSuchObjectException("gone")), Reason.OTHER);
            events.clear();
            assertRefusedAndCommits(
                    new UnknownException(
                            new RemoteException("WFLYEJB0387: Transaction propagation over IIOP is not supported")),
                    Reason.TRANSACTION_UNWANTED);
        }

        private void assertInDoubt(Account account) throws Exception {
            assertThatThrownBy(() -> addInTransaction(account))
                    .isInstanceOf(CallLostException.class)
                    .hasMessageContaining("Account.add");
            assertThatThrownBy(() -> bank.manager().commit()).isInstanceOf(RollbackException.class);
        }

        /** Only a container says by the kind of an exception that nothing was done. */
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "NO_PERMISSION",
                    "TRANSACTION_REQUIRED",
                    "INVALID_TRANSACTION",
                    "TRANSACTION_MODE",
                    "TRANSACTION_UNAVAILABLE",
                    "OBJECT_NOT_EXIST"
                })
        void anObjectOfNoContainerThatSaysMaybeLeavesADoubt(String exception) throws Exception {
            SystemException maybe = (SystemException) Class.forName("org.omg.CORBA." + exception)
                    .getConstructor(int.class, CompletionStatus.class)
                    .newInstance(9998, CompletionStatus.COMPLETED_MAYBE);
            refusal = () -> maybe;
            assertInDoubt(says(OTS_POLICY, ADAPTS.value));
        }

        @Test
        void anExceptionThatAnObjectOfNoContainerSendsAsAValueLeavesADoubt() throws Exception {
            refusal = () -> new UnknownException(new AccessException("no"));
            assertInDoubt(says(OTS_POLICY, ADAPTS.value));
        }

        @Test
        void anObjectOfNoContainerThatSaysMaybeOutsideOfATransactionLeavesADoubt() throws Exception {
            refusal = () -> new NO_PERMISSION(9998, CompletionStatus.COMPLETED_MAYBE);
            Account account = says(OTS_POLICY, ADAPTS.value);
            assertThatThrownBy(() -> account.add(1)).isInstanceOf(CallLostException.class);
        }

        @Test
        void aContainerThatSaysMaybeOutsideOfATransactionHasRefused() throws Exception {
            refusal = () -> new NO_PERMISSION(9998, CompletionStatus.COMPLETED_MAYBE);
            Account account = ofAContainer();
            assertThatThrownBy(() -> account.add(1)).satisfies(thrown -> assertRefused(thrown, Reason.FORBIDDEN));
        }

        @Test
        void aResourceThatIsRegisteredDuringTheCallLeavesADoubt() throws Exception {
            isTakingPart = true;
            for (SystemException maybe : List.of(
                    new NO_PERMISSION(9998, CompletionStatus.COMPLETED_MAYBE),
                    new UnknownException(new AccessException("no")),
                    new OBJECT_NOT_EXIST(9998, CompletionStatus.COMPLETED_MAYBE))) {
                refusal = () -> maybe;
                assertInDoubt(ofAContainer());
                assertThat(events.all()).contains("in a transaction", "account.rollback");
                events.clear();
            }
        }

        /** A process that registers one has begun to work in the transaction. */
        @Test
        void aSynchronizationThatIsRegisteredDuringTheCallLeavesADoubt() throws Exception {
            isLookingOn = true;
            refusal = () -> new NO_PERMISSION(9998, CompletionStatus.COMPLETED_MAYBE);
            assertInDoubt(ofAContainer());
        }

        /** It registers but once, and may have done more by the second call. */
        @Test
        void aResourceThatWasRegisteredBeforeTheCallLeavesADoubt() throws Exception {
            isTakingPart = true;
            Account account = ofAContainer();
            assertThat(addInTransaction(account)).isEqualTo(2);
            isTakingPart = false;
            refusal = () -> new NO_PERMISSION(9998, CompletionStatus.COMPLETED_MAYBE);
            assertThatThrownBy(() -> account.add(1)).isInstanceOf(CallLostException.class);
            assertThatThrownBy(() -> bank.manager().commit()).isInstanceOf(RollbackException.class);
            assertThat(events.all()).contains("account.rollback");
        }

        /** COMPLETED_NO says so from any object, whichever processes take part. */
        @Test
        void aRefusalThatSaysThatNothingWasDoneIsOneAlthoughAResourceIsRegistered() throws Exception {
            isTakingPart = true;
            refusal = () -> new NO_PERMISSION(0, CompletionStatus.COMPLETED_NO);
            Account account = says(OTS_POLICY, ADAPTS.value);
            assertThatThrownBy(() -> addInTransaction(account))
                    .satisfies(thrown -> assertRefused(thrown, Reason.FORBIDDEN));
            bank.manager().commit();
        }

        @Test
        void anyOtherExceptionLeavesADoubt() throws Exception {
            for (SystemException other : List.of(
                    new UnknownException(new RemoteException("the bean has failed")),
                    new UnknownException(new IllegalStateException("no")),
                    new MARSHAL(0, CompletionStatus.COMPLETED_MAYBE))) {
                refusal = () -> other;
                Account account = ofAContainer();
                assertThatThrownBy(() -> addInTransaction(account)).isInstanceOf(CallLostException.class);
                assertThatThrownBy(() -> bank.manager().commit()).isInstanceOf(RollbackException.class);
            }
        }

        @Test
        void aRefusalThatSaysThatTheWorkIsDoneMarksTheTransaction() throws Exception {
            refusal = () -> new NO_PERMISSION(0, CompletionStatus.COMPLETED_YES);
            Account account = ofAContainer();
            assertThatThrownBy(() -> addInTransaction(account)).isInstanceOf(RemoteFailureException.class);
            assertThatThrownBy(() -> bank.manager().commit()).isInstanceOf(RollbackException.class);
        }
    }

    @Nested
    class WhereWhatSaysNothingIsPrevented extends AccountWorld {
        @Override
        IiopWires.Options options() {
            return IiopWires.Options.USUAL.with(IiopSetting.POLICY_UNSAID, "prevent");
        }

        @Test
        void itIsNotCalledWithATransaction() throws Exception {
            Account account = saysNothing();
            assertThatThrownBy(() -> addInTransaction(account))
                    .satisfies(thrown -> assertRefused(thrown, Reason.TRANSACTION_UNWANTED));
            bank.manager().commit();
            assertThat(account.add(1)).isEqualTo(2);
            assertThat(events.all()).contains("alone").doesNotContain("in a transaction");
        }
    }

    @Nested
    class WhereWhatSaysNothingAdapts extends AccountWorld {
        @Override
        IiopWires.Options options() {
            return IiopWires.Options.USUAL.with(IiopSetting.POLICY_UNSAID, "adapts");
        }

        @Test
        void itGetsTheTransaction() throws Exception {
            assertThat(addInTransaction(saysNothing())).isEqualTo(2);
            bank.manager().commit();
            assertThat(events.all()).contains("in a transaction");
        }
    }
}
