package dev.assent.transport.iiop.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.Waiting;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.message.Registration;
import dev.assent.transport.iiop.WrittenIor;
import dev.assent.transport.iiop.reference.ReferenceException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ConcurrentModificationException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import javax.transaction.xa.XAException;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSACTION_REQUIRED;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.TRANSIENT;
import org.omg.CORBA.UNKNOWN;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.Coordinator;
import org.omg.CosTransactions.CoordinatorHelper;
import org.omg.CosTransactions.HeuristicRollback;
import org.omg.CosTransactions.PropagationContext;
import org.omg.CosTransactions.RecoveryCoordinatorHelper;
import org.omg.CosTransactions.Resource;
import org.omg.CosTransactions.ResourceHelper;
import org.omg.CosTransactions.TransIdentity;
import org.omg.CosTransactions.Unavailable;
import org.omg.CosTransactions.Vote;
import org.omg.CosTransactions.otid_t;
import org.omg.IOP.ServiceContext;

/** A superior of another make calls a service here, and drives the subordinate that this makes. */
@Fast
class OtsSuperiorTest extends StrangerWorld {
    private static final int TRANSACTION_SERVICE = 0;
    private static final int OF_WILDFLY = 0xDEADBEEF;
    private static final byte[] TID = "0:ffff7f000001:75fc6835:6b000567:104wf1".getBytes(StandardCharsets.US_ASCII);
    private static final int FORMAT = 131_072;
    private static final int QUALIFIER = 3;

    private final RecordedCoordinator superior = new RecordedCoordinator(stranger);
    private Coordinator coordinator;
    private org.omg.CORBA.Object account;
    private volatile boolean marks;
    private volatile Doing doing = () -> {};
    private byte[] tid = TID;

    /** What else a call does. */
    private interface Doing {
        void run() throws Exception;
    }

    /** The exported interface. */
    public interface Account {
        /** Adds to it. */
        int add(int amount);
    }

    @BeforeEach
    void export() throws Exception {
        coordinator = CoordinatorHelper.unchecked_narrow(stranger.serve(superior));
        bank.services().export("account", Account.class, this::add, CallTransaction.SUPPORTS);
        account = stranger.resolve(place(), "account");
    }

    private int add(int amount) {
        try {
            if (bank.manager().getStatus() != Status.STATUS_NO_TRANSACTION) {
                bank.work(resource);
                doing.run();
                if (marks) {
                    bank.manager().setRollbackOnly();
                }
            }
            return amount + 1;
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private byte[] context(@Nullable Coordinator of) throws ReferenceException {
        return stranger.context(of, new otid_t(FORMAT, QUALIFIER, tid));
    }

    private int callWith(int id) throws Exception {
        return callWith(id, account);
    }

    private int callWith(int id, org.omg.CORBA.Object called) throws Exception {
        stranger.sends(new ServiceContext(id, context(coordinator)));
        try {
            return Stranger.call(called, "add", 1);
        } finally {
            stranger.sends(null);
        }
    }

    private Resource subordinate() {
        assertThat(superior.resources).hasSize(1);
        return superior.resources.get(0);
    }

    @Test
    void aCallWithoutATransactionIsPartOfNone() throws Exception {
        assertThat(Stranger.call(account, "add", 41)).isEqualTo(42);
        assertThat(superior.resources).isEmpty();
        assertThat(resource.known()).isZero();
    }

    @Test
    void itIsToldInTheWordsOfTheStandardThatAMethodNeedsATransaction() throws Exception {
        bank.services().export("strict", Account.class, this::add, CallTransaction.MANDATORY);
        org.omg.CORBA.Object strict = stranger.resolve(place(), "strict");
        assertThatThrownBy(() -> Stranger.call(strict, "add", 1))
                .isInstanceOfSatisfying(
                        TRANSACTION_REQUIRED.class,
                        refused -> assertThat(refused.completed).isEqualTo(CompletionStatus.COMPLETED_NO));
        assertThat(callWith(TRANSACTION_SERVICE, strict)).isEqualTo(2);
    }

    @Test
    void itIsToldInTheWordsOfTheStandardThatAMethodWantsNone() throws Exception {
        bank.services().export("shy", Account.class, this::add, CallTransaction.NEVER);
        org.omg.CORBA.Object shy = stranger.resolve(place(), "shy");
        assertThatThrownBy(() -> callWith(TRANSACTION_SERVICE, shy))
                .isInstanceOfSatisfying(
                        INVALID_TRANSACTION.class,
                        refused -> assertThat(refused.completed).isEqualTo(CompletionStatus.COMPLETED_NO));
        assertThat(superior.resources).isEmpty();
        assertThat(Stranger.call(shy, "add", 1)).isEqualTo(2);
    }

    @Test
    void itsServiceContextsAreTaken() throws Exception {
        assertThat(callWith(TRANSACTION_SERVICE)).isEqualTo(2);
        assertThat(callWith(OF_WILDFLY)).isEqualTo(2);
        assertThat(superior.resources).as("one subordinate, whatever the calls").hasSize(1);
        assertThat(bank.node().coordinator().active()).hasSize(1);
    }

    @Test
    void itCommits() throws Exception {
        callWith(TRANSACTION_SERVICE);
        Resource subordinate = subordinate();
        assertThat(subordinate.prepare()).isEqualTo(Vote.VoteCommit);
        subordinate.commit();
        assertThat(resource.committed()).isOne();
        subordinate.commit(); // what was acknowledged is acknowledged again
        assertThat(bank.node().coordinator().isIdle()).isTrue();
    }

    @Test
    void itRollsBack() throws Exception {
        callWith(TRANSACTION_SERVICE);
        subordinate().rollback();
        assertThat(resource.rolledBack()).isOne();
        assertThat(subordinate().prepare()).isEqualTo(Vote.VoteRollback);
    }

    @Test
    void itCommitsInOnePhase() throws Exception {
        callWith(TRANSACTION_SERVICE);
        subordinate().commit_one_phase();
        assertThat(resource.committed()).isOne();
    }

    private void assertKept(int transactions) {
        assertThat(bank.node().coordinator().parked()).hasSize(transactions);
    }

    /** It was refused once (TRANSIENT), and most superiors say it once. */
    @Test
    void itForgetsAHeuristicOutcomeAtTheFirstTryAndMaySayItAgainOverAnotherConnection() throws Exception {
        callWith(TRANSACTION_SERVICE);
        Resource subordinate = subordinate();
        subordinate.forget(); // before there is anything to forget
        resource.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        assertThat(subordinate.prepare()).isEqualTo(Vote.VoteCommit);
        subordinate.forget();
        assertThatThrownBy(subordinate::commit).isInstanceOf(HeuristicRollback.class);
        bank.node().recovery().run(true);
        assertKept(1);
        subordinate.forget();
        subordinate.forget();
        try (Stranger again = new Stranger()) {
            Resource byAnother = ResourceHelper.unchecked_narrow(again.object(stranger.stringified(subordinate)));
            byAnother.forget();
            bank.node().recovery().run(true);
            assertKept(0);
            byAnother.forget();
        }
        subordinate.forget();
    }

    /** Narayana sends its context to every object, also to these. */
    @Test
    void aContextOnWhatASuperiorAsksIsNotImported() throws Exception {
        callWith(TRANSACTION_SERVICE);
        stranger.sends(new ServiceContext(TRANSACTION_SERVICE, new byte[] {1, 2, 3}));
        assertThat(subordinate().prepare()).isEqualTo(Vote.VoteCommit);
        subordinate().commit();
        assertThat(resource.committed()).isOne();
    }

    /** OTS has no vote without a question: it marks the transaction, so that nobody goes on with it. */
    @Test
    void itsTimeIsOver_itMarksTheTransactionAndVotesSoWhenItIsAsked() throws Exception {
        callWith(TRANSACTION_SERVICE);
        clock.advance(Duration.ofHours(2));
        bank.node().coordinator().tick();
        Awaitility.await().until(() -> superior.marks.get() == 1);
        assertThat(resource.rolledBack()).isOne();
        assertThat(subordinate().prepare()).isEqualTo(Vote.VoteRollback);
    }

    @Test
    void oneThatIsPreparedAsksWhatIsDecided() throws Exception {
        callWith(TRANSACTION_SERVICE);
        subordinate().prepare();
        bank.node().recovery().run(true);
        assertThat(resource.committed()).isZero();
        superior.decided = org.omg.CosTransactions.Status.StatusCommitted;
        clock.advance(Duration.ofSeconds(60));
        Waiting.awaitWhileTimePasses().pollInSameThread().until(() -> {
            bank.node().recovery().run(true);
            clock.advance(Duration.ofSeconds(5));
            return resource.committed() == 1;
        });
    }

    /** Narayana's numbers for Preparing, Committing and RollingBack are others than the standard's. */
    @Test
    void anAnswerThatMakesDoNotAgreeAboutDecidesNothing() throws Exception {
        callWith(TRANSACTION_SERVICE);
        subordinate().prepare();
        for (int number : new int[] {6, 7, 8}) {
            superior.decided = org.omg.CosTransactions.Status.from_int(number);
            for (int i = 0; i < 3; i++) {
                clock.advance(Duration.ofSeconds(60));
                bank.node().recovery().run(true);
            }
            int before = superior.asked.get();
            Waiting.awaitWhileTimePasses().pollInSameThread().until(() -> {
                clock.advance(Duration.ofSeconds(60));
                bank.node().recovery().run(true);
                return superior.asked.get() > before + 1; // the first of these answers has been read
            });
            assertThat(resource.committed() + resource.rolledBack()).isZero();
        }
        superior.decided = org.omg.CosTransactions.Status.from_int(9);
        Waiting.awaitWhileTimePasses().pollInSameThread().until(() -> {
            clock.advance(Duration.ofSeconds(60));
            bank.node().recovery().run(true);
            return resource.rolledBack() == 1;
        });
    }

    @Test
    void whoseCoordinatorIsAtADeadHostDoesNoWork() throws Exception {
        Stranger dead = new Stranger();
        Coordinator gone = CoordinatorHelper.unchecked_narrow(
                stranger.object(dead.stringified(dead.serve(new RecordedCoordinator(dead)))));
        dead.close();
        stranger.sends(new ServiceContext(TRANSACTION_SERVICE, context(gone)));
        assertThatThrownBy(() -> Stranger.call(account, "add", 1)).isInstanceOf(SystemException.class);
        assertThat(resource.known()).isZero();
    }

    @Test
    void whoCanNotRegisterDoesNoWork() throws Exception {
        superior.isOver = true;
        assertThatThrownBy(() -> callWith(TRANSACTION_SERVICE)).isInstanceOf(SystemException.class);
        assertThat(resource.committed()).isZero();
        assertThat(resource.known()).isZero();
    }

    /** Its synchronizations run before this node votes: better late than never (law 19). */
    @Test
    void oneThatHasNoSynchronizationsIsASuperiorAllTheSame() throws Exception {
        superior.hasNoSynchronizations = true;
        doing = () -> bank.manager().getTransaction().registerSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                events.add("before completion");
            }

            @Override
            public void afterCompletion(int status) {
                events.add("after completion " + status);
            }
        });
        callWith(TRANSACTION_SERVICE);
        assertThat(subordinate().prepare()).isEqualTo(Vote.VoteCommit);
        subordinate().commit();
        assertThat(resource.committed()).isOne();
        events.assertBefore("before completion", "after completion " + Status.STATUS_COMMITTED);
    }

    /** Where to ask would not stand in a record. */
    @Test
    void whoseRecoveryCoordinatorIsTooLongDoesNoWork() throws Exception {
        superior.recovery = RecoveryCoordinatorHelper.unchecked_narrow(
                stranger.object(new WrittenIor("IDL:omg.org/CosTransactions/RecoveryCoordinator:1.0")
                        .at("127.0.0.1", 9, new byte[Registration.ADDRESS_CHARS_MAX / 2])
                        .toString()));
        assertThatThrownBy(() -> callWith(TRANSACTION_SERVICE)).isInstanceOf(SystemException.class);
        assertThat(resource.committed()).isZero();
        assertThat(resource.known()).isZero();
    }

    /** The identity is part of the name of this node's own Resource. */
    @Test
    void whoseTransactionHasANameThatIsTooLongDoesNoWork() throws Exception {
        tid = new byte[2_000];
        assertThatThrownBy(() -> callWith(TRANSACTION_SERVICE)).isInstanceOf(SystemException.class);
        assertThat(superior.resources).isEmpty();
        assertThat(resource.known()).isZero();
    }

    // ---- refused calls, which do nothing

    private static void assertUndone(SystemException refused) {
        assertThat(refused.completed).isEqualTo(CompletionStatus.COMPLETED_NO);
    }

    @Test
    void whileTheLogIsNotReadACallIsToBeMadeLater() {
        bank.setReady(false);
        assertThatThrownBy(() -> Stranger.call(account, "add", 1))
                .isInstanceOfSatisfying(TRANSIENT.class, OtsSuperiorTest::assertUndone);
        bank.setReady(true);
    }

    @Test
    void whileThereIsNoWorkerACallIsToBeMadeLater() {
        bank.workers = busy -> {
            throw new RejectedExecutionException("busy");
        };
        assertThatThrownBy(() -> Stranger.call(account, "add", 1))
                .isInstanceOfSatisfying(TRANSIENT.class, OtsSuperiorTest::assertUndone);
    }

    @Test
    void whoseCoordinatorMayNotBeCalledIsToldSo() {
        bank.allowed = nobody -> false;
        assertThatThrownBy(() -> callWith(TRANSACTION_SERVICE))
                .isInstanceOfSatisfying(NO_PERMISSION.class, OtsSuperiorTest::assertUndone);
        assertThatThrownBy(this::recreate).isInstanceOfSatisfying(NO_PERMISSION.class, OtsSuperiorTest::assertUndone);
        assertThat(resource.known()).isZero();
        assertThat(bank.node().coordinator().isIdle()).isTrue();
    }

    @Test
    void aCallWhoseTransactionCanOnlyRollBackSaysSo() {
        marks = true;
        assertThatThrownBy(() -> callWith(TRANSACTION_SERVICE)).isInstanceOf(TRANSACTION_ROLLEDBACK.class);
    }

    /** Another exported interface. */
    public interface Till {
        /** Works, and returns what can't be read. */
        List<String> bill(int number);
    }

    private List<String> bill(int number) {
        bank.work(resource);
        return new AbstractList<>() {
            @Override
            public String get(int index) {
                throw new ConcurrentModificationException("changed meanwhile");
            }

            @Override
            public int size() {
                return 1;
            }
        };
    }

    /** Nobody has marked its transaction: it may commit what was done, or roll back. */
    @Test
    void aCallWhoseResultCanNotBeReadSaysThatItWasDoneAndNoMore() throws Exception {
        bank.services().export("till", Till.class, this::bill, CallTransaction.SUPPORTS);
        stranger.sends(new ServiceContext(TRANSACTION_SERVICE, context(coordinator)));
        assertThatThrownBy(() -> Stranger.call(stranger.resolve(place(), "till"), "bill", 1))
                .isInstanceOfSatisfying(
                        UNKNOWN.class,
                        failure -> assertThat(failure.completed).isEqualTo(CompletionStatus.COMPLETED_YES));
        stranger.sends(null);
        assertThat(subordinate().prepare()).isEqualTo(Vote.VoteCommit);
        subordinate().commit();
        assertThat(resource.committed()).isOne();
    }

    @Test
    void aContextThatIsNoneIsRefused() throws Exception {
        for (byte[] octets : new byte[][] {{1, 2, 3}, {}, context(null)}) {
            stranger.sends(new ServiceContext(TRANSACTION_SERVICE, octets));
            assertThatThrownBy(() -> Stranger.call(account, "add", 1)).isInstanceOf(INVALID_TRANSACTION.class);
        }
        stranger.sends(null);
        assertThat(Stranger.call(account, "add", 1)).isEqualTo(2);
        assertThat(bank.node().coordinator().isIdle()).isTrue();
    }

    @Test
    void aReferenceSaysThatTransactionsAreWelcome() {
        HexFormat hex = HexFormat.of();
        assertThat(stranger.stringified(account))
                .contains(hex.formatHex(new byte[] {0, 0, 0, 31, 0, 0, 0, 4, 0, 0, 0, 3})) // OTSPolicy ADAPTS
                .contains(hex.formatHex(new byte[] {0, 0, 0, 32, 0, 0, 0, 4, 0, 0, 0, 0})); // InvocationPolicy EITHER
    }

    // ---- recreate

    private Control recreate() {
        TransIdentity current = new TransIdentity(coordinator, null, new otid_t(FORMAT, QUALIFIER, TID));
        PropagationContext context = new PropagationContext(
                0, current, new TransIdentity[0], stranger.orb().create_any());
        return stranger.factory(place()).recreate(context);
    }

    @Test
    void aSubordinateIsMadeWithoutACallAndOnce() throws Exception {
        Control one = recreate();
        Control again = recreate();
        assertThat(superior.resources).hasSize(1);
        assertThat(one.get_coordinator().is_same_transaction(again.get_coordinator()))
                .isTrue();
        assertThatThrownBy(one::get_terminator).as("it is ended where it began").isInstanceOf(Unavailable.class);
        otid_t otid = one.get_coordinator().get_txcontext().current.otid;
        assertThat(otid.formatID).isEqualTo(FORMAT);
        assertThat(otid.bqual_length).isEqualTo(QUALIFIER);
        assertThat(otid.tid).isEqualTo(TID);
    }

    @Test
    void whatTakesPartInOneIsDrivenByItsSuperior() throws Exception {
        RecordedResource below = new RecordedResource("below", events);
        RecordedResource another = new RecordedResource("another", events);
        Coordinator interposed = recreate().get_coordinator();
        interposed.register_resource(ResourceHelper.unchecked_narrow(stranger.serve(below)));
        interposed.register_resource(ResourceHelper.unchecked_narrow(stranger.serve(another)));
        assertThat(subordinate().prepare()).isEqualTo(Vote.VoteCommit);
        subordinate().commit();
        assertThat(events.all()).contains("below.prepare", "another.prepare", "below.commit", "another.commit");
    }

    @Test
    void aContextThatCanNotBeRecreatedIsRefused() {
        TransIdentity current = new TransIdentity(null, null, new otid_t(FORMAT, 0, TID));
        PropagationContext context = new PropagationContext(
                0, current, new TransIdentity[0], stranger.orb().create_any());
        assertThatThrownBy(() -> stranger.factory(place()).recreate(context)).isInstanceOf(INVALID_TRANSACTION.class);
        assertThat(bank.node().coordinator().isIdle()).isTrue();
    }
}
