package dev.assent.transport.iiop.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.adapter.SigningSecret;
import dev.assent.core.log.Durability;
import dev.assent.harness.Fast;
import dev.assent.remote.client.TakesNothing;
import dev.assent.transport.iiop.IiopTransport;
import dev.assent.transport.iiop.reference.Ior;
import dev.assent.transport.iiop.reference.KeyRing;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.ORB;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.TRANSACTION_UNAVAILABLE;
import org.omg.CosTransactions.ADAPTS;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.ControlHelper;
import org.omg.CosTransactions.Current;
import org.omg.CosTransactions.InvalidControl;
import org.omg.CosTransactions.NoTransaction;
import org.omg.CosTransactions.Resource;
import org.omg.CosTransactions.ResourceHelper;
import org.omg.CosTransactions.ResourcePOA;
import org.omg.CosTransactions.Status;
import org.omg.CosTransactions.SubtransactionsUnavailable;
import org.omg.CosTransactions.SynchronizationPOA;
import org.omg.CosTransactions.Vote;

/** A program begins and ends the transactions of its threads by Current. */
@Fast
class ThreadCurrentTest extends ProgramWorld {
    private static final int SEAL_DIGITS = 32;

    private Current current;

    @BeforeEach
    void resolve() throws Exception {
        current = current(shop);
    }

    /** Works at the bank. */
    private final class Worker extends SynchronizationPOA {
        @Override
        public void before_completion() {
            work();
        }

        @Override
        public void after_completion(Status status) {
            try {
                current(bank).rollback_only();
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        }
    }

    private void work(short ots) throws Exception {
        atShop(serve(new Worker(), ots)).before_completion();
    }

    @Test
    void whatWasDoneCommits() throws Exception {
        current.begin();
        assertThat(current.get_status()).isEqualTo(Status.StatusActive);
        assertThat(current.get_transaction_name()).isEqualTo(shop.current());
        work(ADAPTS.value);
        current.commit(true);
        assertThat(resource.committed()).isOne();
        assertThat(current.get_status()).isEqualTo(Status.StatusNoTransaction);
        assertThat(current.get_transaction_name()).isEmpty();
    }

    @Test
    void whatWasDoneRollsBack() throws Exception {
        current.begin();
        work(ADAPTS.value);
        current.rollback();
        assertThat(resource.rolledBack()).isOne();
    }

    @Test
    void oneThatIsMarkedElsewhereDoesNotCommit() throws Exception {
        String reference = serve(new Worker(), ADAPTS.value);
        current.begin();
        atShop(reference).before_completion();
        assertThatThrownBy(() -> atShop(reference).after_completion(Status.StatusActive))
                .isInstanceOf(TRANSACTION_ROLLEDBACK.class);
        assertThat(current.get_status()).isEqualTo(Status.StatusMarkedRollback);
        assertThatThrownBy(() -> current.commit(true)).isInstanceOf(TRANSACTION_ROLLEDBACK.class);
        assertThat(resource.committed()).isZero();
    }

    /** Also who wants no heuristics reported hears that nobody knows what became of it (law 8). */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEndThatNobodyKnowsIsNotSaidToBeACommit(boolean isToReport) throws Exception {
        current.begin();
        work(ADAPTS.value);
        shop.work(shop.node().resource("local"));
        shop.node().log().failNextForce(Durability.UNKNOWN);
        assertThatThrownBy(() -> current.commit(isToReport))
                .isInstanceOfSatisfying(
                        SystemException.class,
                        unknown -> assertThat(unknown.completed).isEqualTo(CompletionStatus.COMPLETED_MAYBE));
    }

    @Test
    void aProcessWithoutATransactionManagerHasNone() throws Exception {
        var client = wire.transport("client", null, none -> null);
        client.open(TakesNothing.INSTANCE);
        ORB orb = ((IiopTransport) client).orb();
        Current ofClient = (Current) orb.resolve_initial_references("TransactionCurrent");
        assertThatThrownBy(ofClient::begin).isInstanceOf(TRANSACTION_UNAVAILABLE.class);
        assertThatThrownBy(ofClient::get_status).isInstanceOf(TRANSACTION_UNAVAILABLE.class);
        client.close();
    }

    @Test
    void withoutATransactionThereIsNothingToEnd() {
        assertThatThrownBy(() -> current.commit(false)).isInstanceOf(NoTransaction.class);
        assertThatThrownBy(() -> current.rollback()).isInstanceOf(NoTransaction.class);
        assertThatThrownBy(() -> current.rollback_only()).isInstanceOf(NoTransaction.class);
        assertThat(current.get_control()).isNull();
        assertThat(current.suspend()).isNull();
    }

    @Test
    void nothingIsNested() throws Exception {
        current.begin();
        assertThatThrownBy(() -> current.begin()).isInstanceOf(SubtransactionsUnavailable.class);
        current.rollback();
    }

    @Test
    void aTimeoutIsThatOfTheThread() {
        assertThat(current.get_timeout()).isZero();
        current.set_timeout(7);
        assertThat(current.get_timeout()).isEqualTo(7);
        current.set_timeout(0);
    }

    @Test
    void aTimeoutThatAServantSetsIsNotThatOfTheNextRequest() throws Exception {
        List<Integer> found = new CopyOnWriteArrayList<>();
        List<Thread> threads = new CopyOnWriteArrayList<>();
        String reference = serve(
                new SynchronizationPOA() {
                    @Override
                    public void before_completion() {
                        try {
                            found.add(current(bank).get_timeout());
                            threads.add(Thread.currentThread());
                            current(bank).set_timeout(7);
                        } catch (Exception failed) {
                            throw new IllegalStateException(failed);
                        }
                    }

                    @Override
                    public void after_completion(Status status) {}
                },
                ADAPTS.value);
        do {
            atShop(reference).before_completion();
        } while (new HashSet<>(threads).size() == threads.size()); // until a thread has served twice
        assertThat(found).containsOnly(0);
    }

    @Test
    void aThreadGoesOnWithWhatItHasSuspended() throws Exception {
        current.begin();
        String first = current.get_transaction_name();
        Control suspended = current.suspend();
        assertThat(current.get_status()).isEqualTo(Status.StatusNoTransaction);
        current.begin();
        assertThat(current.get_transaction_name()).isNotEqualTo(first);
        current.rollback();
        current.resume(suspended);
        assertThat(current.get_transaction_name()).isEqualTo(first);
        current.resume(null);
        assertThat(current.get_status()).isEqualTo(Status.StatusNoTransaction);
        current.resume(suspended);
        current.rollback();
        assertThatThrownBy(() -> current.resume(suspended)).isInstanceOf(InvalidControl.class);
    }

    @Test
    void aControlOfAnotherNodeIsNone() throws Exception {
        Current other = current(bank);
        other.begin();
        Control elsewhere = ControlHelper.unchecked_narrow(
                orb(shop).string_to_object(orb(bank).object_to_string(other.get_control())));
        assertThatThrownBy(() -> current.resume(elsewhere)).isInstanceOf(InvalidControl.class);
        other.rollback();
    }

    /** A process that knows an identity can make up a Control, except for the seal. */
    @Test
    void aControlThatWasNotMadeHereIsNone() throws Exception {
        current.begin();
        String genuine = orb(shop).object_to_string(current.suspend());
        assertThatThrownBy(() -> current.resume(control(forged(genuine)))).isInstanceOf(InvalidControl.class);
        assertThat(current.get_status()).isEqualTo(Status.StatusNoTransaction);
        current.resume(control(genuine));
        current.rollback();
    }

    private Control control(String reference) {
        return ControlHelper.unchecked_narrow(orb(shop).string_to_object(reference));
    }

    /** The same reference, sealed by another process. */
    private static String forged(String genuine) throws Exception {
        byte[] sealed = new KeyRing(SigningSecret.ofThisLife()).seal(KeyRing.unsealed(Ior.parse(genuine)));
        String id = HexFormat.of().formatHex(sealed);
        int at = genuine.indexOf(id.substring(0, id.length() - SEAL_DIGITS));
        return genuine.substring(0, at) + id + genuine.substring(at + id.length());
    }

    @Test
    void aResourceOfTheProgramIsRegisteredByTheControl() throws Exception {
        Resource registered = ResourceHelper.unchecked_narrow(orb(bank).string_to_object(serve(new Recorded())));
        Current ofBank = current(bank);
        ofBank.begin();
        ofBank.get_control().get_coordinator().register_resource(registered);
        bank.work(resource);
        ofBank.commit(true);
        events.assertBefore("prepare", "commit");
        assertThat(resource.committed()).isOne();
    }

    private final class Recorded extends ResourcePOA {
        @Override
        public Vote prepare() {
            events.add("prepare");
            return Vote.VoteCommit;
        }

        @Override
        public void commit() {
            events.add("commit");
        }

        @Override
        public void rollback() {
            events.add("rollback");
        }

        @Override
        public void commit_one_phase() {
            events.add("commit_one_phase");
        }

        @Override
        public void forget() {
            events.add("forget");
        }
    }
}
