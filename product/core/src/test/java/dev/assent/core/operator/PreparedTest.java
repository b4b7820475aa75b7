package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.OperatorRequest;
import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.log.RecordKind;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.participant.Answer;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The operator's acts on a subordinate whose superior does not give the decision (laws 12 and 18). */
@Fast
class PreparedTest {
    private final OperatedNode world = new OperatedNode();

    @AfterEach
    void close() {
        world.close();
    }

    private String show(TransactionId id) {
        List<String> told = new ArrayList<>();
        new OperatorConsole(world.operator)
                .run(
                        new OperatorRequest(
                                OperatorRequest.Verb.SHOW,
                                id.toString(),
                                new OperatorRequest.Flags(true, false, false),
                                ""),
                        "alice",
                        answer -> told.add(answer.text()));
        return told.get(0);
    }

    private List<Answer> told(TransactionId id, boolean isCommit) {
        List<Answer> answers = new ArrayList<>();
        Answer now = isCommit
                ? world.subordinate(id).commit(answers::add)
                : world.subordinate(id).rollback(answers::add);
        if (now != Answer.PENDING) {
            answers.add(now);
        }
        return answers;
    }

    /** The superior says that it has seen the heuristic outcome. */
    private List<Answer> forget(TransactionId id) {
        List<Answer> answers = new ArrayList<>();
        Answer now = world.subordinate(id).forget(answers::add);
        if (now != Answer.PENDING) {
            answers.add(now);
        }
        return answers;
    }

    /** An outcome that its superior has heard. The subordinate keeps it until the superior confirms it. */
    private TransactionId contradicted() throws Exception {
        TransactionId id = world.prepare();
        world.resolve(id, true);
        assertThat(told(id, false)).containsExactly(Answer.HEURISTIC_COMMIT);
        return id;
    }

    /** It was refused once, and a superior that asks once only left the outcome to an operator. */
    @Test
    void aSuperiorThatHasSeenTheOutcomeForgetsItAtTheFirstTry() throws Exception {
        TransactionId id = contradicted();
        world.events.clear();
        assertThat(forget(id)).containsExactly(Answer.DONE);
        world.events.assertExactly("log.append(FORGETTING)", "log.force");
        assertThat(forget(id)).as("again").containsExactly(Answer.DONE);
        assertThat(world.recovery().isWorthwhile()).isTrue();
        world.recovery().run(false);
        assertThat(world.coordinator().find(id)).isNull();
        assertThat(world.recovery().isWorthwhile()).isFalse();
    }

    @Test
    void aForgettingThatASuperiorWasConfirmedIsDoneAfterALossOfPower() throws Exception {
        TransactionId id = contradicted();
        assertThat(forget(id)).containsExactly(Answer.DONE);
        world.losePower();
        world.recovery().run(true);
        assertThat(world.coordinator().find(id)).isNull();
        world.restart();
        assertThat(world.coordinator().parked()).isEmpty();
    }

    @Test
    void aForgettingThatTheLogRefusesIsAskedForAgain() throws Exception {
        TransactionId id = contradicted();
        world.node.log().refuseNextAppend();
        assertThat(forget(id)).containsExactly(Answer.RETRY);
        world.recovery().run(true);
        assertThat(show(id)).contains("standing     heuristic");
        assertThat(forget(id)).containsExactly(Answer.DONE);
    }

    /** It was: the outcome was gone before anybody had seen it. */
    @Test
    void aSuperiorThatWasToldNothingHasSeenNothingThatCouldBeForgotten() throws Exception {
        TransactionId id = world.prepare();
        assertThat(forget(id)).as("there is nothing yet").containsExactly(Answer.DONE);
        world.resolve(id, true);
        assertThat(forget(id)).as("an operator has decided").containsExactly(Answer.RETRY);
        world.restart();
        world.recovery().run(true);
        assertThat(forget(id)).as("in another life").containsExactly(Answer.RETRY);
        assertThat(told(id, false)).containsExactly(Answer.HEURISTIC_COMMIT);
        assertThat(show(id)).contains("its superior decided otherwise");
        assertThat(forget(id)).containsExactly(Answer.DONE);
    }

    /** Its answer is the superior's word that the life before had on record. */
    @Test
    void aSuperiorThatWasToldOfAContradictionInTheLifeBeforeForgetsIt() throws Exception {
        TransactionId id = world.prepare();
        world.resolve(id, false);
        assertThat(told(id, true)).containsExactly(Answer.HEURISTIC_ROLLBACK);
        world.restart();
        world.recovery().run(true);
        assertThat(forget(id)).containsExactly(Answer.DONE);
    }

    /** Regression: the superior got DONE, so it did not ask again when the outcome had come to rest. */
    @Test
    void aSuperiorForgetsAnOutcomeWhenItHasComeToRest() throws Exception {
        TransactionId id = world.prepare();
        world.orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        world.payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        assertThat(told(id, true)).containsExactly(Answer.HEURISTIC_MIXED);
        assertThat(forget(id)).as("one of them is still asked").containsExactly(Answer.RETRY);
        world.recovery().run(true);
        assertThat(forget(id)).containsExactly(Answer.DONE);
        world.recovery().run(true);
        assertThat(world.coordinator().find(id)).isNull();
    }

    @Test
    void itIsListedWithItsSuperior() throws Exception {
        TransactionId id = world.prepare();
        assertThat(show(id))
                .contains("standing     prepared", "superior     superior", "waits for    its superior")
                .contains(
                        "it is prepared on 'orders', 'payments', and superior, which decides it, has not sent its decision")
                .contains("commits on 'orders', 'payments'; ask superior first", "in-doubt");
        assertThat(world.list()).contains("prepared  since", "has not sent its decision");
    }

    @Test
    void aResolutionIsForcedBeforeItIsDoneAndKeptUntilTheSuperiorSaysTheSame() throws Exception {
        TransactionId id = world.prepare();
        world.events.clear();
        ActResult result = world.resolve(id, true);
        assertThat(result.kind()).isEqualTo(Kind.DONE);
        assertThat(result.text()).contains("kept until its superior confirms");
        world.events.assertExactly(
                "audit", "log.append(RESOLUTION)", "log.force", "orders.commit", "payments.commit", "audit");
        assertThat(show(id)).contains("standing     unconfirmed");
        assertThat(told(id, true)).containsExactly(Answer.DONE);
        assertThat(world.coordinator().find(id)).isNull();
        world.restart();
        assertThat(world.coordinator().find(id)).isNull();
    }

    @Test
    void aSuperiorThatDecidesOtherwiseIsToldAndTheOutcomeIsKeptUntilItHasSeenIt() throws Exception {
        TransactionId id = world.prepare();
        world.resolve(id, true);
        assertThat(told(id, false)).containsExactly(Answer.HEURISTIC_COMMIT);
        assertThat(show(id))
                .contains(
                        "standing     heuristic",
                        "which was commit by an operator, while its superior decided otherwise");
        assertThat(forget(id)).containsExactly(Answer.DONE);
        world.recovery().run(true);
        assertThat(world.coordinator().find(id)).isNull();
    }

    /**
     * Over a wire without heuristic outcomes a superior has got DONE and forgotten its commit, so it presumes rollback
     * when the subordinate asks again. Regression: the subordinate took that for a confirmation of the operator's
     * decision, and forgot it.
     */
    @Test
    void aContradictionIsKeptThroughACrashThoughTheSuperiorHasForgottenIt() throws Exception {
        TransactionId id = world.prepare();
        world.resolve(id, false);
        world.events.clear();
        assertThat(told(id, true)).containsExactly(Answer.HEURISTIC_ROLLBACK);
        assertThat(told(id, true)).as("again").containsExactly(Answer.HEURISTIC_ROLLBACK);
        world.events.assertExactly("log.append(SUPERIOR_COMMITS)", "log.force");
        world.restart();
        world.superior.answers(word -> word.decided(false));
        world.recovery().run(true);
        assertThat(show(id))
                .contains(
                        "standing     heuristic",
                        "which was rollback by an operator, while its superior decided otherwise");
        assertThat(told(id, true)).containsExactly(Answer.HEURISTIC_ROLLBACK);
        told(id, false);
        assertThat(show(id)).as("what a superior presumes that has lost it").contains("its superior decided otherwise");
    }

    /**
     * Regression: the node saw a contradiction. Its record of the superior's word was not durable, and the superior,
     * which had forgotten the transaction, presumed rollback.
     */
    @Test
    void whatTheSuperiorHasConfirmedIsNoContradictionAfterItsNodeHasLostPower() throws Exception {
        for (boolean isInPart : List.of(false, true)) {
            TransactionId id = isInPart ? resolvedInPart() : world.prepare();
            if (!isInPart) {
                world.resolve(id, true);
            }
            assertThat(told(id, true)).containsExactly(Answer.DONE);
            world.superior.answers(word -> word.decided(false));
            world.losePower();
            world.recovery().run(true);
            assertThat(world.coordinator().find(id)).as("in part: %s", isInPart).isNull();
            world.restart();
            assertThat(world.coordinator().parked()).isEmpty();
        }
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(4);
    }

    @Test
    void aCommitThatTheLogRefusesToPutBesideAnOperatorsIsToldAgain() throws Exception {
        TransactionId id = world.prepare();
        world.resolve(id, true);
        world.node.log().refuseNextAppend();
        assertThat(told(id, true)).containsExactly(Answer.RETRY);
        assertThat(show(id)).contains("standing     unconfirmed");
        assertThat(told(id, true)).containsExactly(Answer.DONE);
        assertThat(world.coordinator().find(id)).isNull();
    }

    /**
     * Regression: a life did not count the rollbacks of an earlier life. So all seemed to be committed, as the superior
     * had said. The life after the next did not count them either: its record names only the resource that has
     * committed.
     */
    @Test
    void aSuperiorIsToldOfWhatEarlierLivesHaveRolledBack() throws Exception {
        TransactionId id = world.prepare();
        world.payments.setOutage(new IOException("down"));
        world.payments.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        assertThat(world.resolve(id, false).kind()).isEqualTo(Kind.WAITING);
        assertThat(world.orders.rolledBack()).isOne();
        world.payments.setOutage(null);
        world.payments.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        world.restart();
        world.recovery().run(true);
        world.restart();
        assertThat(told(id, true)).containsExactly(Answer.HEURISTIC_MIXED);
        world.restart();
        assertThat(told(id, true)).as("once more").containsExactly(Answer.HEURISTIC_MIXED);
    }

    /** It was called a contradiction, though both have said commit and only a resource did otherwise. */
    @Test
    void aSuperiorThatDecidesTheSameIsNotSaidToDecideOtherwiseWhenAResourceDid() throws Exception {
        TransactionId id = world.prepare();
        world.payments.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        world.resolve(id, true);
        assertThat(told(id, true)).containsExactly(Answer.HEURISTIC_MIXED);
        assertThat(show(id)).contains("standing     heuristic").doesNotContain("its superior decided otherwise");
        assertThat(forget(id)).containsExactly(Answer.DONE);
        world.recovery().run(true);
        assertThat(world.coordinator().find(id)).isNull();
    }

    /** A commit that an operator has decided, and a resource has not done yet. */
    private TransactionId resolvedInPart() throws Exception {
        TransactionId id = world.prepare();
        world.payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        world.payments.setOutage(new IOException("down"));
        assertThat(world.resolve(id, true).kind()).isEqualTo(Kind.WAITING);
        assertThat(world.known(id).step()).isEqualTo(Step.COMMIT_PARKED);
        world.payments.setOutage(null);
        return id;
    }

    @Test
    void whatTheSuperiorSaysTooBeforeAllIsDoneIsNotKeptForIt() throws Exception {
        TransactionId id = resolvedInPart();
        assertThat(told(id, true)).containsExactly(Answer.DONE);
        world.payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        world.recovery().run(true);
        assertThat(world.coordinator().find(id)).as("a part is left").isNotNull();
        world.recovery().run(true);
        assertThat(world.coordinator().find(id)).isNull();
        assertThat(world.payments.committed()).isOne();
    }

    /**
     * Regression: the record of the remaining part looked like that of a commit by the superior, and the superior's
     * rollback like its presumption.
     */
    @Test
    void aSuperiorThatDecidesOtherwiseIsToldAfterACrashThoughPartOfItIsLeft() throws Exception {
        TransactionId id = resolvedInPart();
        world.restart();
        List<Answer> answers = told(id, false);
        world.recovery().run(true);
        assertThat(answers).containsExactly(Answer.HEURISTIC_COMMIT);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
        assertThat(show(id))
                .contains(
                        "standing     heuristic",
                        "which was commit by an operator, while its superior decided otherwise");
    }

    /** Whichever comes first: the word is not missed between the last look at it and the outcome that is kept for it. */
    @Test
    void whatTheSuperiorSaysTooWhileTheLastIsDoneIsNotKeptForIt() throws Exception {
        for (int round = 0; round < 200; round++) {
            TransactionId id = resolvedInPart();
            CyclicBarrier start = new CyclicBarrier(2);
            CompletableFuture<Void> recovery = CompletableFuture.runAsync(() -> {
                await(start);
                world.recovery().run(true);
            });
            await(start);
            assertThat(told(id, true)).containsExactly(Answer.DONE);
            recovery.get();
            assertThat(world.coordinator().find(id)).as("round %d", round).isNull();
        }
        assertThat(world.coordinator().parked()).isEmpty();
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void afterACrashTheResolutionIsCarriedOutAndTheSuperiorAskedWhetherItDidTheSame() throws Exception {
        TransactionId id = world.prepare();
        world.isHolding = true;
        List<ActResult> results = new ArrayList<>();
        world.operator.resolve(id, false, OperatedNode.ACT, results::add);
        world.isHolding = false;
        world.held.clear();
        world.restart();
        world.recovery().run(true);
        assertThat(world.events.all()).contains("orders.rollback", "payments.rollback");
        assertThat(show(id)).contains("standing     unconfirmed");
        assertThat(show(id)).contains(OperatedNode.ACT.toString());
        world.restart();
        world.recovery().run(true);
        assertThat(world.known(id).step()).isEqualTo(Step.HEURISTIC);
        world.superior.answers(word -> word.decided(false));
        world.recovery().run(true);
        assertThat(world.coordinator().find(id)).isNull();
        world.restart();
        assertThat(world.coordinator().parked()).isEmpty();
    }

    /** After a crash nothing is left to roll back, as of a commit that was done before it. */
    @Test
    void aRollbackThatAnOperatorHasDecidedIsNotTakenForACommitAfterACrash() throws Exception {
        TransactionId id = world.prepare();
        world.resolve(id, false);
        assertThat(world.orders.rolledBack() + world.payments.rolledBack()).isEqualTo(2);
        world.restart();
        world.recovery().run(true);
        assertThat(told(id, true)).containsExactly(Answer.HEURISTIC_ROLLBACK);
        assertThat(show(id)).contains("standing     heuristic", "while its superior decided otherwise");
    }

    @Test
    void aCommitThatAnOperatorHasDecidedIsNotTakenForARollbackAfterACrash() throws Exception {
        TransactionId id = world.prepare();
        world.resolve(id, true);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
        world.restart();
        world.recovery().run(true);
        assertThat(told(id, false)).containsExactly(Answer.HEURISTIC_COMMIT);
        assertThat(show(id)).contains("standing     heuristic", "while its superior decided otherwise");
    }

    @Test
    void whenTheSuperiorIsGoneForGoodTheOperatorForgetsIt() throws Exception {
        TransactionId id = world.prepare();
        world.resolve(id, false);
        assertThat(world.forget(id).kind()).isEqualTo(Kind.DONE);
        assertThat(world.coordinator().find(id)).isNull();
    }

    @Test
    void theSuperiorsWordThatIsFasterStands() throws Exception {
        TransactionId id = world.prepare();
        world.orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        assertThat(told(id, false)).containsExactly(Answer.DONE);
        assertThat(world.resolve(id, true).text()).contains("ASSENT-4025");
        world.restart();
        assertThat(world.orders.known())
                .as("nothing is on record of a rollback")
                .isOne();
        world.superior.answers(word -> word.decided(false));
        world.recovery().run(true);
        assertThat(world.orders.rolledBack() + world.payments.rolledBack()).isEqualTo(2);
        assertThat(world.coordinator().parked()).isEmpty();
    }

    @Test
    void aWordThatComesWhileAResolutionIsForcedWaitsForIt() throws Exception {
        TransactionId id = world.prepare();
        world.isHolding = true;
        List<ActResult> results = new ArrayList<>();
        world.operator.resolve(id, false, OperatedNode.ACT, results::add);
        List<Answer> answers = told(id, true);
        assertThat(answers).isEmpty();
        world.isHolding = false;
        List.copyOf(world.held).forEach(Runnable::run);
        assertThat(results).singleElement().extracting(ActResult::kind).isEqualTo(Kind.DONE);
        assertThat(answers).containsExactly(Answer.HEURISTIC_ROLLBACK);
        assertThat(show(id)).contains("while its superior decided otherwise");
    }

    /** It was obeyed, and after the crash the record outweighed it for the rest. */
    @Test
    void aWordThatComesWhileAResolutionIsForcedIsNotObeyedInPart() throws Exception {
        TransactionId id = world.prepare();
        world.orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        world.isHolding = true;
        world.operator.resolve(id, true, OperatedNode.ACT, told -> {});
        told(id, false);
        world.isHolding = false;
        world.held.clear();
        world.restart();
        world.recovery().run(true);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
        assertThat(world.payments.rolledBack()).isZero();
        assertThat(told(id, false)).containsExactly(Answer.HEURISTIC_COMMIT);
    }

    /**
     * Regression: it waited for its superior's word again, as if no operator had decided, and carried out the
     * superior's rollback for the rest.
     */
    @Test
    void aCommitThatAnOperatorHasDecidedStandsThoughTheLogTakesNothingMore() throws Exception {
        world.node.log().onAppend((kind, position) -> {
            if (kind == RecordKind.RESOLUTION) {
                world.node.log().refuseNextAppend();
            }
        });
        TransactionId id = resolvedInPart();
        assertThat(told(id, false)).containsExactly(Answer.HEURISTIC_COMMIT);
        world.recovery().run(true);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
        assertThat(show(id)).contains("its superior decided otherwise");
    }

    /** The contradiction was seen by the next life, and not by this one. */
    @Test
    void aSuperiorThatDecidesOtherwiseAsAResourceDidHasStillDecidedOtherwise() throws Exception {
        TransactionId id = world.prepare();
        world.orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        world.payments.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        world.resolve(id, false);
        assertThat(told(id, true)).containsExactly(Answer.DONE);
        assertThat(world.subordinate(id).isContradicted()).isTrue();
        world.restart();
        assertThat(world.subordinate(id).isContradicted()).isTrue();
        assertThat(told(id, true)).containsExactly(Answer.DONE);
    }

    @Test
    void aResolutionThatTheLogRefusesLeavesItToItsSuperior() throws Exception {
        TransactionId id = world.prepare();
        world.node.log().refuseNextAppend();
        assertThat(world.resolve(id, true).kind()).isEqualTo(Kind.REFUSED);
        assertThat(told(id, false)).containsExactly(Answer.DONE);
        assertThat(world.orders.rolledBack() + world.payments.rolledBack()).isEqualTo(2);
    }

    @Test
    void aCommitThatIsDoneInPartIsNotRolledBackThoughTheLogHasNoRoomForIt() throws Exception {
        TransactionId id = world.prepare();
        world.payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        world.node.log().refuseNextAppend();
        assertThat(told(id, true)).containsExactly(Answer.RETRY);
        assertThat(world.resolve(id, false).text()).contains("ASSENT-4025", "its decision is commit");
        assertThat(world.resolve(id, true).kind()).isEqualTo(Kind.DONE);
        assertThat(world.orders.committed() + world.payments.committed()).isEqualTo(2);
    }
}
