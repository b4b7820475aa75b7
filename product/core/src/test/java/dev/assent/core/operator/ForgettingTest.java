package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.TransactionId;
import dev.assent.core.fixture.OperatedNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An operator has heuristic outcomes forgotten, and gives up resources that are lost for good (laws 2 and 12). */
@Fast
class ForgettingTest extends OperatorPart {
    private ActResult forget(TransactionId id, String... lost) {
        return OperatedNode.told(reply -> world.operator.forget(id, Set.of(lost), OperatedNode.ACT, reply));
    }

    @Test
    void aHeuristicOutcomeIsForgottenByTheResourceAfterThatIsOnRecordThenByTheLog() throws Exception {
        TransactionId id = heuristic().id();
        assertThat(world.resolve(id, true).text()).contains("ASSENT-4027");
        world.events.clear();
        assertThat(forget(id)).isEqualTo(new ActResult(Kind.DONE, "forgotten"));
        world.events.assertExactly(
                "audit", "log.append(FORGETTING)", "log.force", "orders.forget", "log.release", "audit");
        world.restart();
        assertThat(world.coordinator().parked()).isEmpty();
        assertThat(forget(id).text()).contains("ASSENT-4010");
    }

    @Test
    void aForgettingThatAResourceCannotBeToldIsDoneByRecoveryAlsoAfterARestart() throws Exception {
        TransactionId id = heuristic().id();
        world.orders.setOutage(new IOException("no route to host"));
        ActResult waits = forget(id);
        assertThat(waits.kind()).isEqualTo(Kind.WAITING);
        assertThat(waits.text()).contains("no route to host");
        world.events.clear();
        assertThat(forget(id).kind()).isEqualTo(Kind.WAITING);
        assertThat(world.events.count("append")).as("it is on record").isZero();
        world.restart();
        assertThat(world.coordinator().find(id).forOperator().isToBeForgotten()).isTrue();
        world.recovery().run(true);
        assertThat(world.coordinator().knows(id)).as("kept until told").isTrue();
        world.orders.setOutage(null);
        world.recovery().run(true);
        assertThat(world.coordinator().knows(id)).isFalse();
        assertThat(world.orders.known()).isZero();
    }

    @Test
    void aHeuristicOutcomeOfAResourceThatIsLostForGoodIsForgottenWhenTheOperatorSaysSo() throws Exception {
        TransactionId id = heuristic().id();
        assertThat(forget(id, "orders").text()).contains("ASSENT-4010", "'orders' is registered");
        world.node.unregister("orders");
        assertThat(forget(id, "payment").text()).contains("ASSENT-4010", "no branch on 'payment'", "'payments'");
        ActResult waits = forget(id);
        assertThat(waits.kind()).as("it may only be missing").isEqualTo(Kind.WAITING);
        assertThat(waits.text()).contains("--lost orders");
        world.recovery().run(true);
        assertThat(world.coordinator().knows(id)).isTrue();

        assertThat(forget(id, "orders"))
                .isEqualTo(new ActResult(Kind.DONE, "forgotten; lost for good and not asked: 'orders'"));

        assertThat(world.audit.get(world.audit.size() - 2))
                .contains("asks: forget " + id + ", lost for good: 'orders'");
        world.restart();
        assertThat(world.coordinator().knows(id)).isFalse();
    }

    private TransactionId decidedWithOrdersGone() throws Exception {
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = world.node.beginOn(world.orders, world.payments);
        transaction.commit();
        world.orders.loseAll();
        world.node.unregister("orders");
        world.events.clear();
        return transaction.id();
    }

    @Test
    void aDecisionThatWaitsForNothingButALostResourceIsForgottenWithThatOnRecord() throws Exception {
        TransactionId id = decidedWithOrdersGone();
        assertThat(forget(id).text()).contains("ASSENT-4010", "decided to commit");
        ActResult told = forget(id, "orders");
        assertThat(told.kind()).isEqualTo(Kind.DONE);
        assertThat(told.text())
                .contains("forgotten", "its decision was commit, and nobody knows whether 'orders' followed it");
        world.events.assertExactly(
                "audit", "audit", "audit", "log.append(FORGETTING)", "log.force", "log.release", "audit");
        world.restart();
        assertThat(world.coordinator().parked()).isEmpty();
    }

    @Test
    void aResourceThatIsNotOpenedYetIsNotLost() throws Exception {
        TransactionId id = decidedWithOrdersGone();
        world.isOpening = true;
        ActResult refused = forget(id, "orders");
        assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
        assertThat(refused.text()).contains("ASSENT-4051", id.toString());
        assertThat(world.coordinator().knows(id)).isTrue();
    }

    @Test
    void aDecisionThatWaitsForAnotherResourceAsWellIsNotForgotten() throws Exception {
        world.payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        TransactionId id = decidedWithOrdersGone();
        world.payments.setOutage(new IOException("no route to host"));
        assertThat(forget(id, "orders").text()).contains("ASSENT-4010", "it waits for 'payments'");
        assertThat(world.events.count("append")).isZero();
        world.payments.setOutage(null);
        assertThat(forget(id, "orders").kind()).as("asked once more").isEqualTo(Kind.DONE);
        assertThat(world.payments.committed()).isEqualTo(1);
    }

    /** The points that giving up a resource passes, and whether it is on record there. */
    @ParameterizedTest
    @EnumSource(
            value = FaultPoint.class,
            names = {"BEFORE_FORCE", "AFTER_FORCE", "BEFORE_END", "AFTER_END"})
    void aCrashWhileALostResourceIsGivenUpLosesThatWholeOrNotAtAll(FaultPoint point) throws Exception {
        TransactionId id = decidedWithOrdersGone();
        world.crash(point, () -> forget(id, "orders"));
        world.disk = world.disk.snapshot();
        if (point == FaultPoint.BEFORE_FORCE) {
            world.disk.losePower(world.random);
        }
        world.restart();
        world.node.unregister("orders");

        world.recovery().run(true);

        assertThat(world.coordinator().knows(id)).isEqualTo(point == FaultPoint.BEFORE_FORCE);
    }

    @Test
    void aResourceThatIsBackAfterAllIsFinishedFirst() throws Exception {
        world.orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = world.node.beginOn(world.orders, world.payments);
        transaction.commit();
        world.node.unregister("orders");
        world.crash(FaultPoint.AFTER_FORCE, () -> forget(transaction.id(), "orders"));
        world.restart();
        assertThat(world.recovery().run(true).committed()).isEqualTo(1);
        assertThat(world.orders.committed()).isEqualTo(1);
        assertThat(world.coordinator().parked()).isEmpty();
    }

    /** The operator forgets these outcomes while their resource is away. */
    private List<TransactionId> askToForget(int count) throws Exception {
        List<TransactionId> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(heuristic().id());
        }
        world.orders.setOutage(new IOException("no route to host"));
        for (TransactionId id : ids) {
            assertThat(forget(id).kind()).isEqualTo(Kind.WAITING);
        }
        return ids;
    }

    @Test
    void whatIsToBeForgottenOpensAResourceThatIsAwayOnceATryWhoseTurnHasCome() throws Exception {
        askToForget(5);
        world.restart();
        List<String> opened = new ArrayList<>();
        world.orders.onOpen(() -> opened.add("orders"));
        for (long halfSeconds = 0; halfSeconds < 80; halfSeconds++) {
            world.recovery().run(false);
            world.node.clock().advance(Duration.ofMillis(500));
        }
        assertThat(opened).as("after 0, 0.5, 1.5, 3.5, 7.5 s and then each 4 s").hasSize(13);
        assertThat(world.node.notices().of(4001)).hasSize(1);
    }

    @Test
    void whatIsToBeForgottenUsesTheConnectionsOfThePass() throws Exception {
        askToForget(5);
        world.orders.setOutage(null);
        List<String> opened = new ArrayList<>();
        world.orders.onOpen(() -> opened.add("orders"));
        world.recovery().run(true);
        assertThat(world.coordinator().parked()).isEmpty();
        assertThat(world.orders.known()).isZero();
        assertThat(opened).hasSize(1);
    }

    @Test
    void aForgettingWhoseResourceLacksAClassOfItsDriverWaits() throws Exception {
        TransactionId id = heuristic().id();
        world.orders.onOpen(() -> {
            throw new NoClassDefFoundError("driver");
        });
        assertThat(forget(id).kind()).isEqualTo(Kind.WAITING);
        world.orders.onOpen(() -> {});
        assertThat(forget(id).kind()).as("the next act is not held up").isEqualTo(Kind.DONE);
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultPoint.class,
            names = {"BEFORE_FORCE", "AFTER_FORCE", "BEFORE_FORGET", "AFTER_FORGET", "BEFORE_END", "AFTER_END"})
    void aCrashInAForgettingLosesItWholeOrNotAtAll(FaultPoint point) throws Exception {
        TransactionId id = heuristic().id();
        boolean isOnRecord = crashAndRecover(point, () -> forget(id));
        assertThat(world.coordinator().knows(id)).isEqualTo(!isOnRecord);
        assertThat(world.orders.known()).isEqualTo(isOnRecord ? 0 : 1);
    }
}
