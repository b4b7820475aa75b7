package dev.assent.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.audit.Act;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.log.RecordKind;
import dev.assent.core.operator.ActResult;
import dev.assent.core.operator.ActResult.Kind;
import dev.assent.core.operator.NodeState;
import dev.assent.core.operator.Operator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.xa.XaVerb;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import jakarta.transaction.HeuristicMixedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node that is gone for good in the middle of a transaction of two; and one that adopts it (law 2). */
@Fast
class LostPeerTest {
    private static final Act ACT = new Act("alice", 1_000, "the machine is gone");

    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private final InProcessFixture wire = new InProcessFixture(clock);
    private final RecordingResource debits = new RecordingResource("debits", events);
    private final RecordingResource credits = new RecordingResource("credits", events);
    private final List<Process> processes = new ArrayList<>();
    private Process a = new Process("bank-a", new SimulatedDisk(), 1, debits);
    private Process b = new Process("bank-b", new SimulatedDisk(), 2, credits);
    private TransactionId id;

    /** A node with an operator. */
    private final class Process {
        private final SimulatedDisk disk;
        private final ServiceNode service;
        private final Operator operator;
        private boolean isOver;

        Process(String name, SimulatedDisk disk, int number, RecordingResource resource) {
            this.disk = disk;
            FileDecisionLog log = FileDecisionLog.open(
                    disk.mount(new SplittableRandom(1)),
                    new LogOptions(LogOptions.SEGMENT_BYTES_MIN),
                    () -> new NodeId(number, number));
            TestNode.Builder builder =
                    TestNode.builder().events(events).clock(clock).log(log);
            service = new ServiceNode(name, wire, builder, ServiceLimits.DEFAULT);
            TestNode node = service.node();
            node.register(resource);
            operator = new Operator(new Operator.Parts(
                    node.coordinator(),
                    node.recovery(),
                    log.aside(),
                    line -> {},
                    Runnable::run,
                    () -> NodeState.RUNNING));
            processes.add(this);
        }

        void end() {
            if (!isOver) {
                isOver = true;
                service.close();
            }
        }

        GlobalTransaction known() {
            return Objects.requireNonNull(service.node().coordinator().find(id));
        }

        boolean isIdle() {
            return service.node().coordinator().parked().isEmpty();
        }

        /** Time passes, in which recovery does the work that it finds worth while. */
        void recover(int seconds) {
            for (int i = 0; i < seconds; i++) {
                clock.advance(Duration.ofSeconds(1));
                if (service.node().recovery().isWorthwhile()) {
                    service.node().recovery().run(false);
                }
            }
        }
    }

    @AfterEach
    void close() {
        processes.forEach(Process::end);
    }

    private static ActResult told(Consumer<Consumer<ActResult>> act) {
        List<ActResult> told = new ArrayList<>();
        act.accept(told::add);
        assertThat(told).hasSize(1);
        return told.get(0);
    }

    /** The node that is called is part of the thread's transaction. */
    private void call() {
        b.service
                .services()
                .export("account", Runnable.class, () -> b.service.work(credits), CallTransaction.MANDATORY);
        a.service
                .services()
                .connect(b.service.address("account"), Runnable.class)
                .run();
    }

    /** Commit is decided, and the node that is called has voted and hears nothing of it. */
    private void decide() throws Exception {
        decideUnheard();
        assertThat(debits.committed()).isOne();
    }

    /** As {@link #decide}; the superior's own branch may not be committed yet. */
    private void decideUnheard() throws Exception {
        id = a.service.node().beginOn(debits).id();
        call();
        a.service.node().log().onAppend((kind, position) -> {
            if (kind == RecordKind.DECISION) {
                b.service.transport().close();
            }
        });
        a.service.manager().commit();
        assertThat(b.known().step()).isEqualTo(Step.PREPARED);
    }

    private void restartB() {
        b.end();
        credits.restart();
        b = new Process("bank-b", b.disk, 2, credits);
    }

    /** The folder of a node that has ended is found by another one. */
    private Process adopter(String name, Process gone, RecordingResource resource) {
        NodeId node = gone.service.node().coordinator().life().node();
        gone.end();
        resource.restart();
        Process made = new Process(name, gone.disk.copy("machine 2"), 3, resource);
        ActResult adopted = told(reply -> made.operator.adopt(node, true, ACT, reply));
        assertThat(adopted.kind()).isEqualTo(Kind.DONE);
        assertThat(adopted.text())
                .contains("operators must end the transactions that it shares with others", "--lost node-");
        return made;
    }

    @Test
    void whoAdoptsASubordinateIsNotAnsweredAndOperatorsAreToldWhatToDo() throws Exception {
        decide();
        Process c = adopter("bank-c", b, credits);
        c.recover(60);
        a.recover(60);
        assertThat(c.known().step()).isEqualTo(Step.PREPARED);
        assertThat(c.service.node().notices().of(4054))
                .singleElement()
                .asString()
                .contains("if it or these transactions were adopted");
        assertThat(a.known().step()).isEqualTo(Step.COMMIT_PARKED);
        assertThat(a.service.node().notices().of(8020))
                .singleElement()
                .asString()
                .contains("--lost NAME");

        assertThat(told(reply -> c.operator.resolve(id, true, ACT, reply)).kind())
                .isEqualTo(Kind.DONE);
        assertThat(credits.committed()).isOne();
        assertThat(told(reply -> c.operator.forget(id, Set.of(), ACT, reply)).kind())
                .isEqualTo(Kind.DONE);
        String part = a.known().participants().unfinished().get(0).name();
        assertThat(told(reply -> a.operator.forget(id, Set.of(part), ACT, reply))
                        .kind())
                .isEqualTo(Kind.DONE);
        assertThat(a.isIdle()).isTrue();
        assertThat(c.isIdle()).isTrue();
    }

    @Test
    void whoAdoptsASubordinateAnswersForItAtItsAddress() throws Exception {
        decide();
        Process c = adopter("bank-b", b, credits);
        a.recover(5);
        c.recover(5);
        a.recover(5);
        assertThat(credits.committed()).isOne();
        assertThat(a.isIdle()).isTrue();
        assertThat(c.isIdle()).isTrue();
    }

    @Test
    void whoAdoptsASuperiorIsNotObeyedAndOperatorsAreToldWhatToDo() throws Exception {
        decide();
        restartB();
        Process c = adopter("bank-c", a, debits);
        c.recover(60);
        b.recover(60);
        assertThat(credits.committed()).isZero();
        assertThat(c.service.node().notices().of(8070))
                .singleElement()
                .asString()
                .contains("refuses the request to commit (transaction " + id, "--lost node-");
        assertThat(b.service.node().notices().of(4054))
                .singleElement()
                .asString()
                .contains("resolve each transaction the same way");
        assertThat(b.service.node().notices().of(8020)).isEmpty();

        assertThat(told(reply -> b.operator.resolve(id, true, ACT, reply)).kind())
                .isEqualTo(Kind.DONE);
        assertThat(credits.committed()).isOne();
        assertThat(told(reply -> b.operator.forget(id, Set.of(), ACT, reply)).kind())
                .isEqualTo(Kind.DONE);
        c.recover(60);
        assertThat(c.isIdle()).as("nobody is there who could object").isTrue();
    }

    @Test
    void whoAdoptsASuperiorAnswersForItAtItsAddress() throws Exception {
        decide();
        restartB();
        Process c = adopter("bank-a", a, debits);
        b.recover(10);
        c.recover(10);
        assertThat(credits.committed()).isOne();
        assertThat(b.isIdle()).isTrue();
        assertThat(c.isIdle()).isTrue();
    }

    /** An operator's word in place of the superior is about the part of his own node alone. */
    @Test
    void whoAdoptsItsSuperiorWithoutALogRollsNothingOfItBackForAnOperatorsWordAboutItsOwnPart() throws Exception {
        debits.fails(XaVerb.COMMIT, XAException.XAER_RMFAIL);
        NodeId gone = a.service.node().coordinator().life().node();
        decideUnheard();
        a.end();
        debits.restart();
        assertThat(told(reply -> b.operator.resolve(id, false, ACT, reply)).kind())
                .isEqualTo(Kind.DONE);
        b.service.node().register(debits);
        assertThat(told(reply -> b.operator.adopt(gone, false, ACT, reply)).kind())
                .isEqualTo(Kind.DONE);

        b.service.node().recovery().run(true);

        assertThat(debits.rolledBack()).as("what nobody has resolved").isZero();
        assertThat(told(reply -> b.operator.forget(id, Set.of(), ACT, reply)).kind())
                .isEqualTo(Kind.DONE);
        b.service.node().recovery().run(true);
        assertThat(told(reply -> b.operator.resolve(id, true, ACT, reply)).kind())
                .isEqualTo(Kind.DONE);
        assertThat(debits.committed()).isOne();
    }

    /** A rollback is presumed, so no peer need confirm it; but this node rolls its own branches back for certain. */
    @Test
    void afterARollbackAPeerThatIsGoneIsLetGoAndABranchIsNot() throws Exception {
        id = a.service.node().beginOn(debits).id();
        call();
        b.end();
        debits.fails(XaVerb.ROLLBACK, XAException.XAER_RMFAIL);
        debits.setOutage(new IllegalStateException("down"));
        a.service.manager().rollback();
        assertThat(a.known().participants().unfinished()).hasSize(2);
        a.recover(20);
        assertThat(a.known().participants().unfinished())
                .as("a peer may come back")
                .hasSize(2);
        a.recover(20);
        assertThat(a.known().participants().unfinished()).hasSize(1);
        a.recover(1_000);
        assertThat(a.known().participants().unfinished()).hasSize(1);
        debits.setOutage(null);
        a.recover(10);
        assertThat(a.isIdle()).isTrue();
    }

    // ---- one that is alone, and decides

    /** A commit of a part that is alone, at whose address another process is by now. */
    private void commitAtAnother(Process another) throws Exception {
        assertThatThrownBy(a.service.manager()::commit)
                .isInstanceOf(HeuristicMixedException.class)
                .hasMessageContaining("HEURISTIC_HAZARD");
        another.recover(5);
        assertThat(credits.committed()).isZero();
        assertThat(a.known().step()).as("an operator has to look").isEqualTo(Step.HEURISTIC);
    }

    private void forget(Kind expected, String... lost) throws Exception {
        assertThat(told(reply -> a.operator.forget(id, Set.of(lost), ACT, reply))
                        .kind())
                .isEqualTo(expected);
        assertThat(a.isIdle()).isEqualTo(expected == Kind.DONE);
    }

    /** Its earlier life may have done it: one that commits in one phase leaves nothing on record (law 11). */
    @Test
    void aLonePartOfAnEarlierLifeIsNotSaidToBeRolledBack() throws Exception {
        id = a.service.node().begin().id();
        call();
        restartB();
        commitAtAnother(b);
        forget(Kind.DONE);
    }

    /** A wire may have brought the request twice, first to that earlier life. */
    @Test
    void aLonePartOfAnEarlierLifeIsNotSaidToBeRolledBackByOneThatHasNotReadItsLog() throws Exception {
        id = a.service.node().begin().id();
        call();
        restartB();
        b.service.setReady(false);
        commitAtAnother(b);
        forget(Kind.WAITING);
        b.service.setReady(true);
        a.recover(20);
        assertThat(a.isIdle()).isTrue();
    }

    @Test
    void aLonePartAtWhoseAddressAnotherNodeIsIsNotSaidToBeRolledBack() throws Exception {
        id = a.service.node().begin().id();
        call();
        b.end();
        credits.restart();
        commitAtAnother(new Process("bank-b", new SimulatedDisk(), 4, new RecordingResource("others", events)));
        forget(Kind.WAITING);
        forget(
                Kind.DONE,
                a.known().participants().heuristics().get(0).participant().name());
    }

    /** It was asked with every tick of the timer, and the resources of the node listed each time. */
    @Test
    void oneThatRefusesIsLeftAloneForAWhile() throws Exception {
        decide();
        restartB();
        Process c = adopter("bank-c", a, debits);
        c.service.node().recovery().run(false);
        assertThat(c.service.node().recovery().isWorthwhile()).isFalse();
        clock.advance(Duration.ofMillis(600));
        assertThat(c.service.node().recovery().isWorthwhile()).isTrue();
        c.service.node().recovery().run(false);
        clock.advance(Duration.ofMillis(600));
        assertThat(c.service.node().recovery().isWorthwhile()).isFalse();
    }
}
