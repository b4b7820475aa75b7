package dev.assent.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.RecoveryReport;
import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.SimulatedCrash;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.Durability;
import dev.assent.core.log.RecordKind;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaBranch;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.spi.RecoverableResource;
import dev.assent.spi.XaTraits;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A recovery pass and all that it may find: laws 7 and 9 to 12. */
@Fast
class RecoveryTest {
    private static final NodeId NODE = new NodeId(1, 2);

    private final EventList events = new EventList();
    private final SimulatedDisk disk = new SimulatedDisk();
    private final RecordingResource orders = new RecordingResource("orders", events);
    private final RecordingResource payments = new RecordingResource("payments", events);
    private Consumer<FaultPoint> atPoint = reached -> {};
    private TestNode node = start();

    /** The node in its next epoch. */
    private TestNode start() {
        TestNode started = TestNode.builder()
                .events(events)
                .disk(disk)
                .tracer((point, id, participant) -> atPoint.accept(point))
                .open();
        started.register(orders);
        started.register(payments);
        return started;
    }

    /** The node ends and starts again; its resources lose unprepared work. */
    private void restart() {
        node.close();
        orders.restart();
        payments.restart();
        events.clear();
        node = start();
    }

    @AfterEach
    void closeNode() {
        node.close();
        assertThat(orders.openSessions() + payments.openSessions()).isZero();
    }

    private static Xid branch(NodeEpoch owner, int presumption, int number) {
        return new BranchXid(new LocalTransactionId(owner, 99), owner, presumption, number);
    }

    private TransactionId commitWithOrdersDown() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.commit();
        events.clear();
        return transaction.id();
    }

    // ---- parked transactions

    @Test
    void aPassWithNothingToDoListsEveryResourceAndIsComplete() {
        RecoveryReport report = node.recovery().run(false);
        assertThat(report.isComplete()).isTrue();
        events.assertExactly(
                "orders.recover(TMSTARTRSCAN)",
                "orders.recover(TMENDRSCAN)",
                "payments.recover(TMSTARTRSCAN)",
                "payments.recover(TMENDRSCAN)");
    }

    @Test
    void aParkedCommitIsTriedAgainWhenItsBranchIsListed() throws Exception {
        TransactionId id = commitWithOrdersDown();
        assertThat(node.awaitsRecovery()).isTrue();
        RecoveryReport report = node.recovery().run(false);
        assertThat(report.committed()).isEqualTo(1);
        assertThat(report.isComplete()).isTrue();
        assertThat(events.all()).endsWith("orders.commit", "log.release");
        assertThat(events.of("payments")).doesNotContain("payments.commit");
        assertThat(node.coordinator().knows(id)).isFalse();
        assertThat(node.awaitsRecovery()).isFalse();
    }

    @Test
    void aCommitWhoseReplyWasLostIsConfirmedByALaterList() throws Exception {
        orders.failsAfter(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.commit();
        events.clear();
        assertThat(node.recovery().run(false).committed()).isEqualTo(1);
        assertThat(events.of("orders")).doesNotContain("orders.commit");
        assertThat(events.all()).endsWith("log.release");
        assertThat(node.notices().all()).isEmpty();
    }

    @Test
    void notaAfterATryOfUnknownOutcomeWaitsForALaterList() throws Exception {
        TransactionId id = commitWithOrdersDown();
        orders.fails(XaVerb.COMMIT, XAException.XAER_NOTA);
        RecoveryReport report = node.recovery().run(false);
        assertThat(report.waiting()).as("not success yet").isEqualTo(1);
        assertThat(node.coordinator().knows(id)).isTrue();
        assertThat(node.recovery().run(false).committed()).isEqualTo(1);
    }

    @Test
    void aBranchThatCouldNotKeepItsPromiseAndIsGoneIsAHazard() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMERR);
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.commit();
        orders.loseAll();
        RecoveryReport report = node.recovery().run(false);
        assertThat(report.heuristic()).isEqualTo(1);
        assertThat(report.committed()).isZero();
        assertThat(node.notices().of(4006)).singleElement().asString().contains("HEURISTIC_HAZARD", "'orders'");
        assertThat(events.all()).endsWith("log.append(HEURISTIC)", "log.force");
        restart();
        GlobalTransaction kept = node.coordinator().find(transaction.id());
        assertThat(kept).as("kept over a restart").isNotNull();
        assertThat(kept.participants().heuristics()).hasSize(1);
        node.recovery().forget(transaction.id());
        restart();
        assertThat(node.coordinator().knows(transaction.id())).isFalse();
    }

    @Test
    void aBranchThatCouldNotKeepItsPromiseAndIsGoneIsAHazardAlsoAfterARestart() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMERR);
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.commit();
        restart();
        orders.loseAll();

        RecoveryReport report = node.recovery().run(false);

        assertThat(report.heuristic()).isEqualTo(1);
        assertThat(node.notices().of(4006)).singleElement().asString().contains("HEURISTIC_HAZARD", "'orders'");
    }

    @Test
    void aHeuristicOutcomeThatIsForcedLateIsToldToo() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.commit();
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        List<Runnable> late = new ArrayList<>();
        node.log().answerLateOn(late::add);
        node.recovery().run(false);
        assertThat(node.notices().of(4006)).isEmpty();
        late.forEach(Runnable::run);
        assertThat(node.notices().of(4006)).hasSize(1);
        assertThat(node.coordinator().find(transaction.id()).participants().heuristics())
                .hasSize(1);
    }

    // ---- after a restart

    @Test
    void aDecisionIsCarriedOutAfterARestart() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.commit();
        restart();
        assertThat(node.coordinator().knows(transaction.id())).isTrue();
        assertThat(node.recovery().run(false).committed()).isEqualTo(1);
        assertThat(orders.committed() + payments.committed()).isEqualTo(2);
        restart();
        assertThat(node.coordinator().parked()).isEmpty();
    }

    /** The node dies at this point of a commit on both resources, and starts again. */
    private TransactionId dieAt(FaultPoint point) throws Exception {
        JtaTransaction transaction = node.beginOn(orders, payments);
        atPoint = reached -> {
            if (reached == point) {
                throw new SimulatedCrash(point.name());
            }
        };
        assertThatThrownBy(transaction::commit).isInstanceOf(SimulatedCrash.class);
        atPoint = reached -> {};
        restart();
        return transaction.id();
    }

    @Test
    void preparedBranchesWithoutADecisionAreRolledBackAfterARestart() throws Exception {
        TransactionId id = dieAt(FaultPoint.BEFORE_FORCE);
        assertThat(orders.known() + payments.known()).isEqualTo(2);
        assertThat(node.coordinator().knows(id)).isFalse();
        RecoveryReport report = node.recovery().run(false);
        assertThat(report.listed()).isEqualTo(2);
        assertThat(report.rolledBack()).isEqualTo(1);
        assertThat(orders.rolledBack() + payments.rolledBack()).isEqualTo(2);
    }

    @Test
    void preparedBranchesWithADecisionAreCommittedAfterARestart() throws Exception {
        dieAt(FaultPoint.AFTER_FORCE);
        assertThat(node.recovery().run(false).committed()).isEqualTo(1);
        assertThat(orders.committed() + payments.committed()).isEqualTo(2);
    }

    @Test
    void aBranchThatHadCommittedBeforeTheNodeDiedIsConfirmedByItsAbsence() throws Exception {
        dieAt(FaultPoint.AFTER_COMMIT);
        assertThat(orders.committed()).isEqualTo(1);
        assertThat(node.recovery().run(false).committed()).isEqualTo(1);
        assertThat(payments.committed()).isEqualTo(1);
        assertThat(events.of("orders")).doesNotContain("orders.commit");
        assertThat(node.notices().all()).isEmpty();
    }

    @Test
    void anOrphanOfAnEarlierEpochIsRolledBack() {
        Xid orphan = branch(node.coordinator().life(), BranchXid.PRESUMED_ABORT, 1);
        orders.plant(orphan);
        payments.plant(branch(node.coordinator().life(), BranchXid.PRESUMED_ABORT, 2));
        restart();
        RecoveryReport report = node.recovery().run(false);
        assertThat(report.listed()).isEqualTo(2);
        assertThat(report.rolledBack()).as("transactions").isEqualTo(1);
        assertThat(orders.rolledBack() + payments.rolledBack()).isEqualTo(2);
        assertThat(events.count("force") + events.count("append")).isZero();
        assertThat(node.coordinator().parked()).isEmpty();
    }

    @Test
    void anOrphanOfTheRunningEpochThatNobodyKnowsIsRolledBack() {
        orders.plant(branch(node.coordinator().life(), BranchXid.PRESUMED_ABORT, 1));
        assertThat(node.recovery().run(false).rolledBack()).isEqualTo(1);
    }

    @Test
    void anOrphanWhoseResourceFailsToListItOnceMoreIsRolledBackByALaterPass() {
        orders.plant(branch(node.coordinator().life(), BranchXid.PRESUMED_ABORT, 1));
        int[] lists = new int[1];
        orders.onCall(verb -> {
            if (verb == XaVerb.RECOVER && ++lists[0] == 2) {
                orders.fails(verb, XAException.XAER_RMFAIL);
            }
        });

        RecoveryReport report = node.recovery().run(false);

        assertThat(report.unreachable()).containsExactly("orders");
        assertThat(report.rolledBack()).isZero();
        assertThat(node.notices().of(4001)).singleElement().asString().contains("'orders'", "XAER_RMFAIL");
        assertThat(node.recovery().run(true).rolledBack()).isEqualTo(1);
    }

    @Test
    void aBranchOfATransactionUnderWayIsLeftAlone() throws Exception {
        JtaTransaction active = node.begin();
        orders.plant(new BranchXid(active.id(), node.coordinator().life(), BranchXid.PRESUMED_ABORT, 1));
        RecoveryReport report = node.recovery().run(false);
        assertThat(report.listed()).isEqualTo(1);
        assertThat(report.rolledBack()).isZero();
        assertThat(orders.known()).isEqualTo(1);
        assertThat(node.notices().all()).isEmpty();
        active.rollback();
        node.recovery().run(false);
        assertThat(orders.known()).isZero();
    }

    @Test
    void anOrphanThatCannotBeRolledBackNowIsTriedAgainInThisEpoch() {
        orders.plant(branch(node.coordinator().life(), BranchXid.PRESUMED_ABORT, 1));
        orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        RecoveryReport report = node.recovery().run(false);
        assertThat(report.rolledBack()).isZero();
        assertThat(report.waiting()).isEqualTo(1);
        assertThat(node.recovery().run(false).rolledBack()).isEqualTo(1);
        assertThat(orders.rolledBack()).isEqualTo(1);
    }

    @Test
    void anOrphanThatIsListedAndSaidToBeUnknownIsAskedAgainUntilItIsNotListed() {
        Xid orphan = branch(node.coordinator().life(), BranchXid.PRESUMED_ABORT, 1);
        orders.plant(orphan);
        orders.fails(XaVerb.ROLLBACK, XAException.XAER_NOTA);
        assertThat(node.recovery().run(false).waiting()).as("not gone yet").isEqualTo(1);
        orders.plant(orphan);
        assertThat(node.recovery().run(false).rolledBack()).isEqualTo(1);
        assertThat(orders.rolledBack()).isEqualTo(1);
    }

    @Test
    void anOrphanThatIsSaidToBeUnknownAndNoLongerListedIsGone() {
        orders.plant(branch(node.coordinator().life(), BranchXid.PRESUMED_ABORT, 1));
        orders.fails(XaVerb.ROLLBACK, XAException.XAER_NOTA);
        node.recovery().run(false);
        assertThat(node.recovery().run(false).rolledBack()).isEqualTo(1);
        assertThat(events.of("orders").stream().filter(each -> each.startsWith("orders.rollback")))
                .hasSize(1);
    }

    @Test
    void anOrphanDoesNotWaitForAnotherOfItsTransactionWhoseResourceIsDown() throws Exception {
        payments.plant(branch(node.coordinator().life(), BranchXid.PRESUMED_ABORT, 2));
        payments.setOutage(new IOException("no route to host"));
        orders.plant(branch(node.coordinator().life(), BranchXid.PRESUMED_ABORT, 1));
        orders.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        node.recovery().run(true);
        orders.setOutage(new IOException("no route to host"));
        payments.setOutage(null);
        node.recovery().run(true);
        assertThat(payments.rolledBack()).isEqualTo(1);
        orders.setOutage(null);
        assertThat(node.recovery().run(true).rolledBack()).isEqualTo(1);
        assertThat(orders.rolledBack()).isEqualTo(1);
        assertThat(events.of("payments").stream().filter("payments.rollback"::equals))
                .hasSize(1);
    }

    @Test
    void aSessionThatCannotBeClosedOrBreaksDoesNotHoldUpTheOthers() throws Exception {
        commitWithOrdersDown();
        node.register(new RecoverableResource() {
            @Override
            public String name() {
                return "a-broken-one";
            }

            @Override
            public Session open() {
                return new Session() {
                    @Override
                    public XAResource xaResource() {
                        throw new NoClassDefFoundError("driver");
                    }

                    @Override
                    public void close() {
                        throw new IllegalStateException("closed already");
                    }
                };
            }
        });
        RecoveryReport report = node.recovery().run(true);
        assertThat(report.committed()).isEqualTo(1);
        assertThat(report.unreachable()).containsExactly("a-broken-one");
        assertThat(orders.openSessions() + payments.openSessions()).isZero();
    }

    @Test
    void anOrphanThatWasCommittedByItsResourceIsAHeuristicOutcome() {
        orders.plant(branch(node.coordinator().life(), BranchXid.PRESUMED_ABORT, 1));
        orders.fails(XaVerb.ROLLBACK, XAException.XA_HEURCOM);
        assertThat(node.recovery().run(false).heuristic()).isEqualTo(1);
        assertThat(node.notices().of(4006)).hasSize(1);
        assertThat(events.all()).endsWith("log.append(HEURISTIC)", "log.force");
        restart();
        assertThat(node.coordinator().parked()).hasSize(1);
        events.clear();
        node.recovery().run(false);
        assertThat(events.count("rollback")).as("it is not asked again").isZero();
    }

    // ---- branches that are left alone

    @Test
    void branchesOfOtherNodesAndOfStrangersAreNotTouched() {
        NodeEpoch other = new NodeEpoch(new NodeId(8, 9), 1, 0);
        orders.plant(branch(other, BranchXid.PRESUMED_ABORT, 1));
        orders.plant(new Xid() {
            @Override
            public int getFormatId() {
                return 131_077;
            }

            @Override
            public byte[] getGlobalTransactionId() {
                return new byte[28];
            }

            @Override
            public byte[] getBranchQualifier() {
                return new byte[25];
            }
        });
        RecoveryReport report = node.recovery().run(false);
        assertThat(report.listed()).isZero();
        assertThat(report.leftAlone()).isZero();
        assertThat(orders.known()).isEqualTo(2);
    }

    /** Listed before ours, and one by one, as some drivers do. */
    @Test
    void whatADriverCanNotReadDoesNotKeepOurBranchesFromRecovery() {
        orders.plant(branch(node.coordinator().life(), BranchXid.PRESUMED_ABORT, 1));
        node.unregister("orders");
        node.register(new DamagedListing(orders));
        RecoveryReport report = node.recovery().run(false);
        assertThat(report.unreachable()).isEmpty();
        assertThat(report.rolledBack()).isEqualTo(1);
        assertThat(orders.known()).isZero();
    }

    @Test
    void ourBranchInAStrangersTransactionIsOurs() {
        TransactionId foreign = new ForeignTransactionId(TransactionId.ASSENT_FORMAT, new byte[] {1, 2, 3});
        orders.plant(new BranchXid(foreign, node.coordinator().life(), BranchXid.PRESUMED_ABORT, 1));
        assertThat(node.recovery().run(false).rolledBack()).isEqualTo(1);
    }

    @Test
    void aPresumptionThatIsNotKnownIsLeftAloneAndToldOnce() {
        orders.plant(branch(node.coordinator().life(), 'Z', 1));
        restart();
        for (int pass = 0; pass < 3; pass++) {
            RecoveryReport report = node.recovery().run(false);
            assertThat(report.leftAlone()).isEqualTo(1);
            assertThat(report.rolledBack()).isZero();
        }
        assertThat(orders.known()).isEqualTo(1);
        assertThat(node.notices().of(4005)).singleElement().asString().contains("'orders'", "presumption");
    }

    @Test
    void aBranchOfALaterEpochIsLeftAloneAndToldOnce() {
        NodeEpoch later = new NodeEpoch(NODE, node.coordinator().life().epoch() + 5, 0);
        orders.plant(branch(later, BranchXid.PRESUMED_ABORT, 1));
        node.recovery().run(false);
        assertThat(node.recovery().run(false).leftAlone()).isEqualTo(1);
        assertThat(orders.known()).isEqualTo(1);
        assertThat(node.notices().of(4005)).singleElement().asString().contains("old copy");
    }

    /** Regression: the node's epoch came closer with each start, until recovery took the branch for an orphan. */
    @Test
    void aBranchOfALostEpochIsLeftAloneAlsoWhenTheNodeHasReachedThatEpochAgain() {
        int lost = node.coordinator().life().epoch() + 2;
        orders.plant(branch(new NodeEpoch(NODE, lost, 0), BranchXid.PRESUMED_ABORT, 1));
        assertThat(node.recovery().run(false).leftAlone()).isEqualTo(1);
        payments.plant(branch(new NodeEpoch(NODE, lost - 1, 0), BranchXid.PRESUMED_ABORT, 2));
        for (int starts = 0; starts < 5; starts++) {
            restart();
            assertThat(node.notices().of(4007)).as("told at each start").hasSize(1);
            assertThat(node.recovery().run(false).leftAlone()).isEqualTo(2);
        }
        assertThat(orders.known() + payments.known()).isEqualTo(2);
    }

    /**
     * Regression: when the third life found that its log was a copy, recovery took the branch for one from before the
     * copy.
     */
    @Test
    void aBranchOfALostEpochIsLeftAloneHoweverManyLivesTheCopyTookToBeFoundOut() throws Exception {
        NodeEpoch copied = node.coordinator().life();
        NodeEpoch lost = new NodeEpoch(NODE, copied.epoch() + 1, 0);
        orders.plant(branch(copied, BranchXid.PRESUMED_ABORT, 1));
        orders.plant(new BranchXid(new LocalTransactionId(lost, 98), lost, BranchXid.PRESUMED_ABORT, 2));
        orders.plant(branch(new NodeEpoch(NODE, copied.epoch() + 6, 0), BranchXid.PRESUMED_ABORT, 3));
        orders.setOutage(new IOException("no route to host"));
        for (int lives = 0; lives < 3; lives++) {
            restart();
            node.recovery().run(false);
        }
        orders.setOutage(null);

        assertThat(node.recovery().run(true).leftAlone()).isEqualTo(3);

        assertThat(orders.known()).isEqualTo(3);
        assertThat(node.notices().of(4007)).hasSize(1);
    }

    /** Only the mark of the life tells the two apart. */
    @Test
    void aBranchOfAnotherLifeOfTheFirstEpochIsLeftAlone() {
        NodeEpoch first = node.coordinator().life();
        assertThat(first.epoch()).isEqualTo(1);
        orders.plant(branch(new NodeEpoch(NODE, 1, first.mark() + 1), BranchXid.PRESUMED_ABORT, 1));

        assertThat(node.recovery().run(false).leftAlone()).isEqualTo(1);

        assertThat(orders.known()).isEqualTo(1);
        assertThat(node.notices().of(4007)).singleElement().asString().contains("of another life");
    }

    @Test
    void anOldCopyThatTheLogHasNoRoomToRecordIsRecordedLater() {
        orders.plant(branch(new NodeEpoch(NODE, 2, 0), BranchXid.PRESUMED_ABORT, 1));
        node.log().refuseNextAppend();
        node.recovery().run(false);
        node.recovery().run(false);
        restart();
        assertThat(node.recovery().run(false).leftAlone()).isEqualTo(1);
        assertThat(orders.known()).isEqualTo(1);
    }

    @Test
    void branchesUnderARecordThatIsNotUnderstoodAreLeftAlone() {
        TransactionId id = new LocalTransactionId(node.coordinator().life(), 99);
        Xid xid = branch(node.coordinator().life(), BranchXid.PRESUMED_ABORT, 1);
        long position = node.log().append(77, id, out -> out.putInt(1));
        assertThat(node.log().force(position, late -> {})).isEqualTo(Durability.DURABLE);
        orders.plant(xid);
        restart();
        assertThat(node.notices().of(4004)).hasSize(1);
        assertThat(node.recovery().run(false).leftAlone()).isEqualTo(1);
        assertThat(orders.known()).isEqualTo(1);
        restart();
        assertThat(node.notices().of(4004)).as("it is still there").hasSize(1);
    }

    /**
     * Regression: recovery took it for "ask again", and so committed a branch about which a later version knew better.
     */
    @Test
    void aDecisionWithAnAnswerThatIsNotKnownIsNotUnderstood() {
        NodeEpoch life = node.coordinator().life();
        BranchXid xid = new BranchXid(new LocalTransactionId(life, 99), life, BranchXid.PRESUMED_ABORT, 1);
        XaBranch branch = new XaBranch(xid, "orders", XaTraits.STANDARD, null);
        long position = node.log().append(RecordKind.DECISION, xid.transaction(), out -> {
            out.putByte(1).putByte(0).putByte(1).putByte(5);
            branch.describe(out);
            out.putLong(0);
        });
        assertThat(node.log().force(position, late -> {})).isEqualTo(Durability.DURABLE);
        orders.plant(xid);

        restart();

        assertThat(node.notices().of(4004)).hasSize(1);
        assertThat(node.recovery().run(false).leftAlone()).isEqualTo(1);
        assertThat(orders.known()).isEqualTo(1);
    }

    // ---- resources that are not there

    @Test
    void aDecisionForAResourceThatNobodyRegisteredNamesItAndWaits() throws Exception {
        TransactionId id = commitWithOrdersDown();
        node.unregister("orders");
        RecoveryReport report = node.recovery().run(false);
        assertThat(report.waiting()).isEqualTo(1);
        node.recovery().run(true);
        node.recovery().run(true);
        assertThat(node.notices().of(4003)).singleElement().asString().contains("'orders'", id.toString(), "payments");
        node.register(orders);
        assertThat(node.recovery().run(false).committed()).isEqualTo(1);
    }

    /** It was one line for each transaction. */
    @Test
    void aResourceThatNobodyRegisteredIsToldOnceForAllThatWaitForItAndAgainWhenItIsTakenOutAgain() throws Exception {
        commitWithOrdersDown();
        commitWithOrdersDown();
        node.unregister("orders");
        missForLong();
        missForLong();
        assertThat(node.notices().of(4003)).singleElement().asString().contains("'orders'", "2 now");
        node.register(orders);
        node.recovery().run(false);
        commitWithOrdersDown();
        node.unregister("orders");
        missForLong();
        assertThat(node.notices().of(4003)).hasSize(2);
    }

    private void missForLong() {
        node.recovery().run(false);
        node.advance(Duration.ofSeconds(5));
        node.recovery().run(false);
    }

    /** Regression: a pass between the registrations of two resources reported the second one as missing. */
    @Test
    void aResourceThatComesAMomentLaterIsNotMissed() throws Exception {
        commitWithOrdersDown();
        node.unregister("orders");
        node.recovery().run(false);
        node.advance(Duration.ofSeconds(4));
        node.recovery().run(false);
        assertThat(node.recovery().isWorthwhile()).isFalse();
        assertThat(node.notices().of(4003)).isEmpty();
        node.advance(Duration.ofSeconds(1));
        assertThat(node.recovery().isWorthwhile()).isTrue();
        node.recovery().run(false);
        assertThat(node.notices().of(4003)).hasSize(1);
        assertThat(node.recovery().isWorthwhile()).isFalse();
    }

    /** Regression: each pass reported all of them again. */
    @Test
    void whatEachPassFindsIsToldOnceHoweverMuchItIs() {
        int count = 10_001;
        for (int number = 0; number < count; number++) {
            orders.plant(branch(node.coordinator().life(), 'Z', number));
        }
        for (int passes = 0; passes < 3; passes++) {
            assertThat(node.recovery().run(false).leftAlone()).isEqualTo(count);
        }
        assertThat(node.notices().of(4005)).hasSize(count);
    }

    @Test
    void aResourceThatIsDownDoesNotHoldUpTheOthers() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = node.beginOn(orders, payments);
        transaction.commit();
        orders.setOutage(new IOException("no route to host"));
        RecoveryReport report = node.recovery().run(false);
        assertThat(report.waiting()).isEqualTo(1);
        assertThat(payments.committed()).isEqualTo(1);
        orders.setOutage(null);
        events.clear();
        assertThat(node.recovery().run(true).committed()).isEqualTo(1);
        assertThat(events.of("payments")).doesNotContain("payments.commit");
    }

    @Test
    void aHeuristicOutcomeBesideAResourceThatIsDownIsKeptUntilBothAreDone() throws Exception {
        orders.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        payments.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        JtaTransaction transaction = node.beginOn(orders, payments);
        assertThatThrownBy(transaction::commit).isInstanceOf(HeuristicMixedException.class);
        restart();
        assertThatThrownBy(() -> node.recovery().forget(transaction.id()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("decided to commit");
        assertThat(node.recovery().run(false).heuristic()).isEqualTo(1);
        assertThat(payments.committed()).isEqualTo(1);
        assertThat(events.of("orders")).doesNotContain("orders.commit");
        node.recovery().forget(transaction.id());
        assertThat(orders.known()).isZero();
    }

    @Test
    void aParticipantThatHasNothingToTellIsNotInTheRecordOfAHeuristicOutcome() throws Exception {
        orders.votes(XAResource.XA_RDONLY);
        payments.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
        JtaTransaction transaction = node.beginOn(orders, payments);
        assertThatThrownBy(transaction::commit).isInstanceOf(HeuristicRollbackException.class);
        restart();
        GlobalTransaction kept = node.coordinator().find(transaction.id());
        assertThat(kept.step()).isEqualTo(Step.HEURISTIC);
        assertThat(kept.participants().all()).singleElement().asString().contains("'payments'");
        assertThat(node.awaitsRecovery()).isFalse();
    }
}
