package dev.assent.transport.iiop.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.fixture.Waiting;
import dev.assent.core.transaction.Client;
import dev.assent.harness.Fast;
import dev.assent.remote.client.TakesNothing;
import dev.assent.remote.message.Registration;
import dev.assent.transport.iiop.WrittenIor;
import dev.assent.transport.iiop.reference.Ior;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.INVALID_TRANSACTION;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.TRANSIENT;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.Coordinator;
import org.omg.CosTransactions.CoordinatorHelper;
import org.omg.CosTransactions.HeuristicHazard;
import org.omg.CosTransactions.HeuristicMixed;
import org.omg.CosTransactions.Inactive;
import org.omg.CosTransactions.NotPrepared;
import org.omg.CosTransactions.NotSubtransaction;
import org.omg.CosTransactions.PropagationContext;
import org.omg.CosTransactions.RecoveryCoordinator;
import org.omg.CosTransactions.Resource;
import org.omg.CosTransactions.ResourceHelper;
import org.omg.CosTransactions.Status;
import org.omg.CosTransactions.SubtransactionsUnavailable;
import org.omg.CosTransactions.Synchronization;
import org.omg.CosTransactions.SynchronizationHelper;
import org.omg.CosTransactions.Terminator;
import org.omg.CosTransactions.Unavailable;
import org.omg.CosTransactions.Vote;

/** A client of another make begins transactions here, with participants of its own, and ends them. */
@Fast
class OtsClientTest extends StrangerWorld {
    private final RecordedResource one = new RecordedResource("one", events);
    private final RecordedResource other = new RecordedResource("other", events);
    private final RecordedSynchronization synchronization = new RecordedSynchronization(events);
    private Control control;
    private Coordinator coordinator;
    private Terminator terminator;

    @BeforeEach
    void begin() throws Exception {
        control = stranger.factory(place()).create(60);
        coordinator = control.get_coordinator();
        terminator = control.get_terminator();
    }

    private Resource reference(RecordedResource resource) {
        return ResourceHelper.unchecked_narrow(stranger.serve(resource));
    }

    private void registerBoth() throws Exception {
        coordinator.register_resource(reference(one));
        coordinator.register_resource(reference(other));
    }

    private void registerSynchronization() throws Exception {
        Synchronization reference = SynchronizationHelper.unchecked_narrow(stranger.serve(synchronization));
        coordinator.register_synchronization(reference);
    }

    private void settle() {
        Waiting.awaitWhileTimePasses().pollInSameThread().until(() -> {
            bank.node().recovery().run(true);
            clock.advance(Duration.ofSeconds(5));
            return bank.node().coordinator().isIdle()
                    && bank.node().coordinator().parked().isEmpty();
        });
    }

    // ---- ends

    @Test
    void itsResourcesCommit() throws Exception {
        registerBoth();
        registerSynchronization();
        terminator.commit(true);
        events.assertBefore("before_completion", "one.prepare");
        events.assertBefore("one.prepare", "other.commit");
        events.assertBefore("other.prepare", "one.commit");
        Awaitility.await().until(() -> events.all().contains("after_completion " + Status._StatusCommitted));
        assertThat(events.all()).doesNotContain("one.rollback", "other.rollback");
    }

    @Test
    void itsResourcesRollBack() throws Exception {
        registerBoth();
        terminator.rollback();
        settle();
        assertThat(events.all()).contains("one.rollback", "other.rollback").doesNotContain("one.prepare", "one.commit");
    }

    @Test
    void whereOneVotesNoTheOtherRollsBackToo() throws Exception {
        registerBoth();
        one.vote = Vote.VoteRollback;
        assertThatThrownBy(() -> terminator.commit(true)).isInstanceOf(TRANSACTION_ROLLEDBACK.class);
        settle();
        assertThat(events.all()).contains("other.rollback").doesNotContain("one.commit", "other.commit");
    }

    @Test
    void oneThatIsReadOnlyHearsNothingMore() throws Exception {
        registerBoth();
        one.vote = Vote.VoteReadOnly;
        terminator.commit(true);
        assertThat(events.all()).contains("one.prepare", "other.commit").doesNotContain("one.commit", "one.rollback");
    }

    @Test
    void aLoneOneCommitsInOnePhase() throws Exception {
        coordinator.register_resource(reference(one));
        terminator.commit(true);
        assertThat(events.all()).containsExactly("one.commit_one_phase");
    }

    /** The client could hear no more than the decision, whatever the other participant did. */
    @Test
    void commitWithoutAReport_oneHangsInItsCommit_theClientHearsTheDecision() throws Exception {
        registerBoth();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        other.refusesCommitWith = () -> {
            asked.countDown();
            try {
                go.await();
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            }
            return null;
        };
        CompletableFuture<String> ended = CompletableFuture.supplyAsync(() -> {
            try {
                terminator.commit(false);
                return "committed";
            } catch (Exception failed) {
                return failed.toString();
            }
        });
        asked.await();
        bank.tick(); // it is seen to be decided
        clock.advance(Duration.ofSeconds(2));
        bank.tick();
        assertThat(ended.get()).isEqualTo("committed");
        go.countDown();
        settle();
        assertThat(events.all())
                .contains("one.commit", "other.commit")
                .doesNotContain("one.rollback", "other.rollback");
    }

    @Test
    void oneThatHangsInPrepareIsGivenUp() throws Exception {
        registerBoth();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        one.beforeVote = () -> {
            asked.countDown();
            await(go);
        };
        CompletableFuture<Throwable> ended =
                CompletableFuture.supplyAsync(() -> catchThrowable(() -> terminator.commit(true)));
        try {
            await(asked);
            Waiting.awaitWhileTimePasses().pollInSameThread().until(() -> {
                clock.advance(Duration.ofSeconds(5));
                wire.tick();
                bank.node().recovery().run(true);
                return ended.isDone();
            });
            assertThat(ended.get()).isInstanceOf(TRANSACTION_ROLLEDBACK.class);
        } finally {
            go.countDown();
        }
        settle();
        assertThat(events.all()).contains("other.rollback").doesNotContain("one.commit", "other.commit");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aSynchronizationThatFailsRollsBack() throws Exception {
        registerBoth();
        registerSynchronization();
        synchronization.fails = true;
        assertThatThrownBy(() -> terminator.commit(true)).isInstanceOf(TRANSACTION_ROLLEDBACK.class);
        settle();
        assertThat(events.all()).contains("one.rollback").doesNotContain("one.prepare");
    }

    @Test
    void whatOneHasDoneByItselfIsReported() throws Exception {
        registerBoth();
        one.rollsBackByItself = true;
        assertThatThrownBy(() -> terminator.commit(true)).isInstanceOf(HeuristicMixed.class);
        assertThat(bank.node().coordinator().parked()).hasSize(1);
    }

    /** It may still commit, so it is asked again; but nobody tells the caller that all have committed. */
    @Test
    void whatOneSaysToHaveDoneByItselfIsReported() throws Exception {
        registerBoth();
        one.refusesCommitWith = TRANSACTION_ROLLEDBACK::new;
        assertThatThrownBy(() -> terminator.commit(true)).isInstanceOf(HeuristicHazard.class);
        assertThat(bank.node().coordinator().parked()).hasSize(1);
    }

    @Test
    void aCommitThatIsRefusedForNowIsToldAgain() throws Exception {
        registerBoth();
        one.refusesCommitWith = TRANSIENT::new;
        terminator.commit(true);
        settle();
        assertThat(events.all().stream().filter("one.commit"::equals)).hasSize(2);
    }

    @Test
    void theEndIsToldAgainToWhoAsksAgain() throws Exception {
        registerBoth();
        terminator.commit(true);
        terminator.commit(true);
        assertThat(events.all().stream().filter("one.commit"::equals)).hasSize(1);
    }

    @Test
    void oneWhoseTimeIsOverRollsBack() throws Exception {
        registerBoth();
        clock.advance(Duration.ofSeconds(61));
        bank.node().coordinator().tick();
        settle();
        assertThatThrownBy(() -> terminator.commit(true)).isInstanceOf(TRANSACTION_ROLLEDBACK.class);
        assertThat(events.all()).contains("one.rollback", "other.rollback");
    }

    // ---- the coordinator

    @Test
    void aCoordinatorSaysHowFarItIs() throws Exception {
        assertThat(coordinator.get_status()).isEqualTo(Status.StatusActive);
        assertThat(coordinator.get_parent_status()).isEqualTo(Status.StatusActive);
        assertThat(coordinator.get_top_level_status()).isEqualTo(Status.StatusActive);
        coordinator.rollback_only();
        assertThat(coordinator.get_status()).isEqualTo(Status.StatusMarkedRollback);
        assertThatThrownBy(coordinator::get_txcontext).isInstanceOf(Unavailable.class);
        assertThatThrownBy(() -> terminator.commit(true)).isInstanceOf(TRANSACTION_ROLLEDBACK.class);
        assertThat(coordinator.get_status()).isEqualTo(Status.StatusNoTransaction);
    }

    @Test
    void afterItsEndNobodyTakesPartAnyMore() throws Exception {
        terminator.commit(true);
        assertThatThrownBy(() -> coordinator.register_resource(reference(one))).isInstanceOf(Inactive.class);
        assertThatThrownBy(this::registerSynchronization).isInstanceOf(Inactive.class);
        assertThatThrownBy(coordinator::rollback_only).isInstanceOf(Inactive.class);
        assertThatThrownBy(coordinator::get_txcontext).isInstanceOf(Unavailable.class);
    }

    @Test
    void aTransactionIsItselfAndNobodyElse() throws Exception {
        Coordinator again = control.get_coordinator();
        Coordinator another = stranger.factory(place()).create(0).get_coordinator();
        assertThat(coordinator.is_same_transaction(again)).isTrue();
        assertThat(coordinator.is_related_transaction(again)).isTrue();
        assertThat(coordinator.is_ancestor_transaction(again)).isTrue();
        assertThat(coordinator.is_descendant_transaction(again)).isTrue();
        assertThat(coordinator.is_same_transaction(another)).isFalse();
        assertThat(coordinator.is_related_transaction(another)).isFalse();
        assertThat(coordinator.is_same_transaction(null)).isFalse();
        assertThat(coordinator.hash_transaction()).isEqualTo(again.hash_transaction());
        assertThat(coordinator.hash_top_level_tran()).isEqualTo(coordinator.hash_transaction());
        assertThat(coordinator.is_top_level_transaction()).isTrue();
    }

    @Test
    void itIsCountedByItsHostSinceNothingElseTellsItFromOthers() {
        assertThat(bank.node().coordinator().active())
                .singleElement()
                .extracting(begun -> begun.owner().client())
                .isEqualTo(new Client("127.0.0.1", "127.0.0.1"));
    }

    @Test
    void nothingIsNested() {
        assertThatThrownBy(coordinator::create_subtransaction).isInstanceOf(SubtransactionsUnavailable.class);
        assertThatThrownBy(() -> coordinator.register_subtran_aware(null)).isInstanceOf(NotSubtransaction.class);
    }

    @Test
    void aContextNamesTheTransaction() throws Exception {
        PropagationContext context = coordinator.get_txcontext();
        assertThat(context.current.otid.formatID).isEqualTo(TransactionId.ASSENT_FORMAT);
        assertThat(HexFormat.of().formatHex(context.current.otid.tid)).startsWith(coordinator.get_transaction_name());
        assertThat(context.current.coord._is_equivalent(coordinator)).isTrue();
        assertThat(context.current.term).isNull();
        assertThat(context.timeout).isEqualTo(60);
        assertThat(context.parents).isEmpty();
    }

    @Test
    void aNilReferenceIsNotRegistered() {
        assertThatThrownBy(() -> coordinator.register_resource(null)).isInstanceOf(BAD_PARAM.class);
        assertThatThrownBy(() -> coordinator.register_synchronization(null)).isInstanceOf(BAD_PARAM.class);
    }

    /** The reference is too long for a record; the answer is that to any malformed reference. */
    @Test
    void aReferenceThatIsTooLongIsNotRegistered() {
        String reference = new WrittenIor("IDL:omg.org/CosTransactions/Resource:1.0")
                .at("127.0.0.1", 9, new byte[Registration.ADDRESS_CHARS_MAX / 2])
                .toString();
        assertThatThrownBy(() ->
                        coordinator.register_resource(ResourceHelper.unchecked_narrow(stranger.object(reference))))
                .isInstanceOfSatisfying(
                        BAD_PARAM.class,
                        refused -> assertThat(refused.completed).isEqualTo(CompletionStatus.COMPLETED_NO));
    }

    @Test
    void whatHasCommittedIsNotSaidToBeRolledBack() throws Exception {
        terminator.commit(true);
        assertThatThrownBy(terminator::rollback)
                .isInstanceOfSatisfying(
                        INVALID_TRANSACTION.class,
                        refused -> assertThat(refused.completed).isEqualTo(CompletionStatus.COMPLETED_NO));
    }

    // ---- recovery (laws 17 and 18)

    @Test
    void whoHasNotVotedIsNotPrepared() throws Exception {
        Resource resource = reference(one);
        RecoveryCoordinator recovery = coordinator.register_resource(resource);
        assertThatThrownBy(() -> recovery.replay_completion(resource)).isInstanceOf(NotPrepared.class);
    }

    @Test
    void aCommitIsToldUntilItIsConfirmedAndThenPresumedRolledBack() throws Exception {
        Resource resource = reference(one);
        RecoveryCoordinator recovery = coordinator.register_resource(resource);
        coordinator.register_resource(reference(other));
        one.refusesCommitWith = TRANSIENT::new;
        terminator.commit(true);
        assertThat(recovery.replay_completion(resource)).isEqualTo(Status.StatusCommitted);
        settle();
        assertThat(recovery.replay_completion(resource)).isEqualTo(Status.StatusRolledBack);
    }

    @Test
    void whoHasRestartedIsToldAtTheReferenceThatItGivesThen() throws Exception {
        RecoveryCoordinator recovery = coordinator.register_resource(reference(one));
        coordinator.register_resource(reference(other));
        one.refusesCommitWith = OBJECT_NOT_EXIST::new;
        terminator.commit(true);
        assertThat(events.all()).contains("one.commit", "other.commit");
        RecordedResource successor = new RecordedResource("successor", events);
        assertThat(recovery.replay_completion(reference(successor))).isEqualTo(Status.StatusCommitted);
        settle();
        assertThat(events.all()).contains("successor.commit").containsOnlyOnce("one.commit");
    }

    /** {@code RemoteParticipantTest} tests what follows from it in time. */
    @ParameterizedTest
    @ValueSource(classes = {OBJECT_NOT_EXIST.class, INVALID_TRANSACTION.class})
    void whoSaysThatItHasNothingOfItIsToldOn(Class<? extends RuntimeException> says) throws Exception {
        registerBoth();
        RuntimeException gone = says.getConstructor().newInstance();
        one.refusesCommitWith = () -> gone;
        terminator.commit(true);
        assertThat(bank.node().coordinator().parked()).hasSize(1);
        assertThat(bank.node().notices().all()).anyMatch(text -> text.contains("ASSENT-8070"));
        settle();
        assertThat(events.all()).filteredOn("one.commit"::equals).hasSize(2);
    }

    @Test
    void aPlaceThatMayNotBeCalledIsNotTakenForThat() throws Exception {
        RecoveryCoordinator recovery = coordinator.register_resource(reference(one));
        coordinator.register_resource(reference(other));
        one.refusesCommitWith = OBJECT_NOT_EXIST::new;
        terminator.commit(true);
        bank.allowed = nobody -> false;
        Resource successor = reference(new RecordedResource("successor", events));
        assertThatThrownBy(() -> recovery.replay_completion(successor)).isInstanceOf(NO_PERMISSION.class);
        assertThat(bank.node().notices().all()).anyMatch(text -> text.contains("ASSENT-8016"));
    }

    @Test
    void whoAsksWithoutAResourceIsToldTheSame() throws Exception {
        RecoveryCoordinator recovery = coordinator.register_resource(reference(one));
        coordinator.register_resource(reference(other));
        one.refusesCommitWith = TRANSIENT::new;
        terminator.commit(true);
        assertThat(recovery.replay_completion(null)).isEqualTo(Status.StatusCommitted);
    }

    @Test
    void whatIsNotReadYetIsToBeAskedAgain() throws Exception {
        Resource resource = reference(one);
        RecoveryCoordinator recovery = coordinator.register_resource(resource);
        bank.setReady(false);
        assertThatThrownBy(() -> recovery.replay_completion(resource)).isInstanceOf(TRANSIENT.class);
        assertThatThrownBy(coordinator::get_status).isInstanceOf(TRANSIENT.class);
        bank.setReady(true);
    }

    @Test
    void anotherNodeAtThePlaceSaysNothingOfTheTransaction() throws Exception {
        Resource resource = reference(one);
        RecoveryCoordinator recovery = coordinator.register_resource(resource);
        bank.transport().close();
        try (var another = anotherNode(new NodeId(4, 5))) {
            another.open(TakesNothing.INSTANCE);
            assertThatThrownBy(() -> recovery.replay_completion(resource)).isInstanceOf(TRANSIENT.class);
        }
    }

    @Test
    void aReferenceIsGoodAfterARestartOfItsOrb() throws Exception {
        registerBoth();
        bank.transport().close();
        var again = wire.transport("bank", bank.node().coordinator().life(), bank.services()::type);
        again.open(bank.inbound());
        assertThat(coordinator.get_status()).isEqualTo(Status.StatusActive);
        terminator.rollback();
        again.close();
    }

    // ---- rights (law 22)

    /** Earlier it heard that the transaction was over (Inactive), which was misleading. */
    @Test
    void whoMayNotBeCalledIsToldSoAndTakesNoPart() {
        bank.allowed = nobody -> false;
        Resource resource = reference(one);
        assertThatThrownBy(() -> coordinator.register_resource(resource))
                .isInstanceOfSatisfying(
                        NO_PERMISSION.class,
                        refused -> assertThat(refused.completed).isEqualTo(CompletionStatus.COMPLETED_NO));
        assertThatThrownBy(this::registerSynchronization)
                .isInstanceOfSatisfying(
                        NO_PERMISSION.class,
                        refused -> assertThat(refused.completed).isEqualTo(CompletionStatus.COMPLETED_NO));
        assertThat(bank.node().notices().all()).anyMatch(text -> text.contains("ASSENT-8016"));
        assertThatThrownBy(() -> terminator.commit(true)).isInstanceOf(TRANSACTION_ROLLEDBACK.class);
        assertThat(events.all()).isEmpty();
    }

    @Test
    void aKeyThatWasGuessedIsRefused() throws Exception {
        String good = stranger.stringified(coordinator);
        byte[] key = Ior.parse(good).objectKey();
        byte[] forged = key.clone();
        forged[forged.length - 5] ^= 1; // in the seal, before what this ORB puts behind it
        HexFormat hex = HexFormat.of();
        String bad = good.replace(hex.formatHex(key), hex.formatHex(forged));
        assertThat(bad).isNotEqualTo(good);
        Coordinator guessed = CoordinatorHelper.unchecked_narrow(stranger.object(bad));
        assertThatThrownBy(guessed::get_status).isInstanceOf(NO_PERMISSION.class);
        assertThatThrownBy(guessed::rollback_only).isInstanceOf(NO_PERMISSION.class);
        assertThat(coordinator.get_status()).isEqualTo(Status.StatusActive);
    }
}
