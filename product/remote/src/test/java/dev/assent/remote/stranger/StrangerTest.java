package dev.assent.remote.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.commit.PresumedAbort;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Reply;
import dev.assent.core.transaction.Onlooker;
import dev.assent.core.transaction.Outcome;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Decision;
import dev.assent.remote.message.Response.Why;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transport.Feature;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Strangers as superiors and as participants, over a wire whose replies carry no registration (OTS, WS-AT): the
 * messages that they get, and those that they may send (laws 16 to 19 and 22).
 */
@Fast
class StrangerTest {
    private static final TransactionId FOREIGN = new ForeignTransactionId(4711, new byte[] {1, 2, 3});
    private static final String NODE = "in-process://bank";
    private static final Method METHOD = Runnable.class.getMethods()[0];

    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private final LocalNetwork network = new LocalNetwork(
            Runnable::run,
            clock,
            new LocalNetwork.Times(1000, 0),
            EnumSet.complementOf(EnumSet.of(Feature.REGISTRATION_ON_REPLY)));
    private final SimulatedDisk disk = new SimulatedDisk();
    private final Stranger stranger = new Stranger(network, "stranger");
    private final Stranger other = new Stranger(network, "other");
    private ServiceNode node = open();
    private RecordingResource resource = node.node().resource("r");
    private int calls;

    private ServiceNode open() {
        TestNode.Builder builder = TestNode.builder().disk(disk).events(events).clock(clock);
        return new ServiceNode("bank", new InProcessFixture(network), builder, ServiceLimits.DEFAULT);
    }

    @AfterEach
    void close() {
        node.close();
        stranger.close();
        other.close();
    }

    // ---- a stranger's transaction

    private Result call(Context context, Runnable work) throws Exception {
        String name = "work-" + ++calls;
        node.services().export(name, Runnable.class, work::run, CallTransaction.MANDATORY);
        return stranger.calls(NODE, new Call(name, METHOD, new Object[0], context, 1000));
    }

    /** Work here for a stranger; the subordinate that it has registered. */
    private BranchRef joined() throws Exception {
        Result result = call(stranger.context(FOREIGN), () -> {
            events.add("work");
            assertThat(stranger.heard()).isEmpty();
            node.work(resource);
        });
        assertThat(result).isEqualTo(new Result.Returned(null, Result.Effect.NONE));
        assertThat(stranger.heard()).hasSize(1);
        Registration registration = ((Request.Register) stranger.heard().get(0)).registration();
        assertThat(registration.address()).isEqualTo(NODE);
        return registration.branch();
    }

    @Test
    void aSubordinateRegistersBeforeTheReplyGoesAndObeysItsSuperior() throws Exception {
        BranchRef branch = joined();
        assertThat(branch.incarnation()).isNotNull();
        call(stranger.context(FOREIGN), () -> node.work(resource));
        assertThat(stranger.heard()).hasSize(1);
        assertThat(stranger.tells(NODE, RemoteVerb.PREPARE, branch)).isEqualTo(Answer.PREPARED);
        assertThat(stranger.tells(NODE, RemoteVerb.COMMIT, branch)).isEqualTo(Answer.DONE);
        assertThat(resource.committed()).isPositive();
        assertThat(node.node().coordinator().parked()).isEmpty();
    }

    /** How long the work waits here for a caller whose context says so. */
    private long waits(long remainingMillis) throws Exception {
        SuperiorRef superior = new SuperiorRef(null, stranger.address());
        AtomicLong left = new AtomicLong();
        call(
                new Context(FOREIGN, superior, remainingMillis, null),
                () -> left.set(node.node().coordinator().find(FOREIGN).remainingMillis()));
        return left.get();
    }

    @ParameterizedTest
    @ValueSource(longs = {Context.UNLIMITED, Context.UNLIMITED - 1, 1_000L * Integer.MAX_VALUE + 1})
    void workForOneThatSetsNoLimitHasOneHere(long remainingMillis) throws Exception {
        assertThat(waits(remainingMillis)).isEqualTo(60_000);
    }

    /** It may be made up, and then no process ever ends the work. */
    @ParameterizedTest
    @ValueSource(longs = {3_600_001, 1_000L * Integer.MAX_VALUE})
    void aContextThatSaysTooMuchTimeIsNotBelieved(long remainingMillis) throws Exception {
        assertThat(waits(remainingMillis)).isEqualTo(3_600_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 60_001, 3_600_000})
    void aContextThatSaysNoMoreThanTheMostIsBelieved(long remainingMillis) throws Exception {
        assertThat(waits(remainingMillis)).isEqualTo(remainingMillis);
    }

    @Test
    void aCallFailsWhoseWorkCanNotBeRegisteredAndItsWorkIsRolledBack() throws Exception {
        stranger.answersOthers(request -> new Response.Refused(Why.STATE, "Inactive"));
        Result result = call(stranger.context(FOREIGN), () -> node.work(resource));
        assertThat(result).isInstanceOf(Result.Thrown.class);
        assertThat(((Result.Thrown) result).failure()).hasMessageContaining("ASSENT-8022");
        assertThat(((Result.Thrown) result).effect().isRollbackOnly()).isTrue();
        assertThat(resource.rolledBack()).isEqualTo(1);
        assertThat(node.node().coordinator().isIdle()).isTrue();
    }

    /** Its caller prepares, and would commit without asking the work that it has done here. */
    @Test
    void whoWorksBesideTheSuperiorIsToldThatTheWorkIsNotRegistered() throws Exception {
        List<Result> beside = new ArrayList<>();
        node.services().export("beside", Runnable.class, () -> node.work(resource), CallTransaction.MANDATORY);
        Call calledBeside = new Call("beside", METHOD, new Object[0], other.context(FOREIGN), 1000);
        stranger.answersOthers(request -> new Response.Refused(Why.STATE, "Inactive"));

        call(stranger.context(FOREIGN), () -> beside.add(other.calls(NODE, calledBeside)));

        assertThat(beside).hasSize(1);
        assertThat(((Result.Thrown) beside.get(0)).failure()).hasMessageContaining("ASSENT-8022");
        assertThat(((Result.Thrown) beside.get(0)).effect().isRollbackOnly()).isTrue();
        assertThat(other.heard()).isEmpty();
        assertThat(resource.committed()).isZero();
    }

    @Test
    void whoWorksBesideTheSuperiorIsAnsweredWhenThatKnows() throws Exception {
        List<Result> beside = new ArrayList<>();
        node.services().export("beside", Runnable.class, () -> node.work(resource), CallTransaction.MANDATORY);
        Call calledBeside = new Call("beside", METHOD, new Object[0], other.context(FOREIGN), 1000);

        call(stranger.context(FOREIGN), () -> {
            beside.add(other.calls(NODE, calledBeside));
            assertThat(stranger.heard()).hasSize(1);
        });

        assertThat(beside).containsExactly(new Result.Returned(null, Result.Effect.NONE));
        assertThat(stranger.heard()).as("once").hasSize(1);
        assertThat(other.heard()).isEmpty();
    }

    /** A transport's thread waited for the databases. */
    @Test
    void workThatCanNotBeRegisteredIsRolledBackByAWorker() throws Exception {
        List<Runnable> held = new ArrayList<>();
        node.close();
        TestNode.Builder builder =
                TestNode.builder().disk(disk).events(events).clock(clock).background(held::add);
        node = new ServiceNode("bank", new InProcessFixture(network), builder, ServiceLimits.DEFAULT);
        node.node().register(resource);
        stranger.answersOthers(request -> new Response.Refused(Why.STATE, "Inactive"));

        Result result = call(stranger.context(FOREIGN), () -> node.work(resource));

        assertThat(((Result.Thrown) result).failure()).hasMessageContaining("ASSENT-8022");
        assertThat(resource.rolledBack()).isZero();
        assertThat(held).hasSize(1);
        held.get(0).run();
        assertThat(resource.rolledBack()).isEqualTo(1);
        assertThat(node.node().coordinator().isIdle()).isTrue();
    }

    @Test
    void aLostRegistrationIsNoRegistration() throws Exception {
        stranger.answersOthers(request -> new Response.Unanswered(true, new IllegalStateException("lost")));
        Result result = call(stranger.context(FOREIGN), () -> node.work(resource));
        assertThat(result).isInstanceOf(Result.Thrown.class);
        BranchRef branch =
                ((Request.Register) stranger.heard().get(0)).registration().branch();
        assertThat(stranger.tells(NODE, RemoteVerb.PREPARE, branch)).isEqualTo(Answer.ROLLED_BACK);
    }

    @Test
    void aReplyThatThrowsKeepsNoOtherThatWaitsForTheSameRegistration() throws Exception {
        node.services().export("work", Runnable.class, () -> node.work(resource), CallTransaction.MANDATORY);
        Call call = new Call("work", METHOD, new Object[0], stranger.context(FOREIGN), 1000);
        Caller from = new Caller(null, stranger.address());
        List<Result> second = new ArrayList<>();
        stranger.answersOthers(request -> {
            node.inbound().call(from, call, second::add);
            assertThat(second).isEmpty();
            return new Response.Registered(null);
        });
        Consumer<Result> broken = result -> {
            throw new IllegalStateException("a broken wire");
        };
        assertThatThrownBy(() -> node.inbound().call(from, call, broken)).hasMessage("a broken wire");
        assertThat(second).containsExactly(new Result.Returned(null, Result.Effect.NONE));
        assertThat(stranger.heard()).hasSize(1);
    }

    @Test
    void addressesThatAreNotAllowedAreNotCalled() throws Exception {
        node.allowed = address -> !address.equals(other.address());
        Result refused = call(other.context(FOREIGN), () -> events.add("work"));
        assertThat(((Result.Thrown) refused).failure()).hasMessageContaining("ASSENT-8016");
        stranger.answersOthers(request -> new Response.Registered(other.address()));
        Result failed = call(stranger.context(FOREIGN), () -> node.work(resource));
        assertThat(((Result.Thrown) failed).failure()).hasMessageContaining("ASSENT-8016");
        assertThat(resource.rolledBack()).isEqualTo(1);
        JtaTransaction begun = node.node().begin();
        assertThat(other.registers(NODE, begun.id(), name(begun), Interest.COMPLETION))
                .isInstanceOf(Response.Refused.class);
        assertThatThrownBy(node.manager()::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-8016");
        assertThat(other.heard()).isEmpty();
        assertThat(events.all()).doesNotContain("work");
    }

    @Test
    void aStrangerIsAskedWhereItHasSaidAlsoAfterARestart() throws Exception {
        stranger.answersOthers(request -> new Response.Registered(other.address()));
        other.answersOthers(request -> new Response.Decided(Decision.UNDECIDED));
        BranchRef branch = joined();
        assertThat(stranger.tells(NODE, RemoteVerb.PREPARE, branch)).isEqualTo(Answer.PREPARED);
        node.node().recovery().run(true);
        assertThat(other.heard()).containsExactly(new Request.Inquire(null, branch));
        restart();
        other.answersOthers(request -> new Response.Decided(Decision.COMMIT));
        node.node().recovery().run(true);
        node.node().recovery().run(true);
        assertThat(other.heard()).contains(new Request.Inquire(null, branch));
        assertThat(resource.committed()).isEqualTo(1);
    }

    /** A new life of the node on the same disk, with the same database. */
    private void restart() {
        node.close();
        node = open();
        node.node().register(resource);
    }

    @Test
    void nobodyButAStrangerTellsAStrangersSubordinate() throws Exception {
        BranchRef branch = joined();
        Transport ofANode = network.transport("node", new NodeId(9, 9));
        ofANode.peer(NODE)
                .ask(
                        new Request.Ask(RemoteVerb.PREPARE, branch),
                        1000,
                        response ->
                                assertThat(((Response.Refused) response).why()).isEqualTo(Why.FORBIDDEN));
        assertThat(stranger.asks(NODE, new Request.Ask(RemoteVerb.PREPARE, BranchRef.ofStranger(FOREIGN, NODE))))
                .isInstanceOf(Response.Refused.class);
        assertThat(stranger.tells(NODE, RemoteVerb.ROLLBACK, branch)).isEqualTo(Answer.DONE);
    }

    @Test
    void aNodeSendsNoContextButItsOwn() {
        Transport ofANode = network.transport("node", new NodeId(9, 9));
        node.services().export("x", Runnable.class, () -> events.add("work"), CallTransaction.MANDATORY);
        ofANode.peer(NODE)
                .call(
                        new Call("x", METHOD, new Object[0], stranger.context(FOREIGN), 1000),
                        result -> assertThat(((Result.Thrown) result).failure()).hasMessageContaining("ASSENT-8081"));
        assertThat(events.all()).doesNotContain("work");
    }

    @Test
    void synchronizationsThatAStrangerDoesNotAskForRunInPrepare() throws Exception {
        call(stranger.context(FOREIGN), () -> {
            node.work(resource);
            synchronize();
        });
        Request.Register register = (Request.Register) stranger.heard().get(0);
        assertThat(register.registration().isFor(Interest.BEFORE_COMPLETION)).isTrue();
        BranchRef branch = register.registration().branch();
        assertThat(stranger.tells(NODE, RemoteVerb.PREPARE, branch)).isEqualTo(Answer.PREPARED);
        assertThat(stranger.tells(NODE, RemoteVerb.ROLLBACK, branch)).isEqualTo(Answer.DONE);
        events.assertBefore("before", "r.prepare");
    }

    @Test
    void synchronizationsThatAStrangerDoesNotAskForRunBeforeItsCommitInOnePhase() throws Exception {
        call(stranger.context(FOREIGN), () -> {
            node.work(resource);
            synchronize();
        });
        BranchRef branch =
                ((Request.Register) stranger.heard().get(0)).registration().branch();
        assertThat(stranger.tells(NODE, RemoteVerb.COMMIT_ONE_PHASE, branch)).isEqualTo(Answer.DONE);
        events.assertBefore("before", "r.commit(one phase)");
    }

    @Test
    void synchronizationsThatAStrangerAsksForRunBefore() throws Exception {
        call(stranger.context(FOREIGN), () -> {
            node.work(resource);
            synchronize();
        });
        BranchRef branch =
                ((Request.Register) stranger.heard().get(0)).registration().branch();
        assertThat(stranger.tells(NODE, RemoteVerb.BEFORE_COMPLETION, branch)).isEqualTo(Answer.DONE);
        assertThat(events.all()).contains("before");
        assertThat(stranger.tells(NODE, RemoteVerb.PREPARE, branch)).isEqualTo(Answer.PREPARED);
        assertThat(stranger.tells(NODE, RemoteVerb.COMMIT, branch)).isEqualTo(Answer.DONE);
        assertThat(events.all().stream().filter("before"::equals)).hasSize(1);
    }

    @Test
    void aStrangerThatIsToAskForSynchronizationsIsNotToldOfMoreUntilItHasAsked() throws Exception {
        call(stranger.context(FOREIGN), this::synchronize);
        call(stranger.context(FOREIGN), this::synchronize);
        assertThat(stranger.heard()).hasSize(1);
        Request.Register first = (Request.Register) stranger.heard().get(0);
        assertThat(first.isRepeated()).isFalse();
        BranchRef branch = first.registration().branch();
        assertThat(stranger.tells(NODE, RemoteVerb.BEFORE_COMPLETION, branch)).isEqualTo(Answer.DONE);
        call(stranger.context(FOREIGN), this::synchronize);
        assertThat(stranger.heard()).containsExactly(first, new Request.Register(null, first.registration(), true, 2));
        assertThat(stranger.tells(NODE, RemoteVerb.BEFORE_COMPLETION, branch)).isEqualTo(Answer.DONE);
        assertThat(events.all().stream().filter("before"::equals)).hasSize(3);
    }

    @Test
    void aStrangerThatAsksForSynchronizationsBeforeItAnswersIsToldOfThoseThatCome() throws Exception {
        stranger.answersOthers(request -> {
            BranchRef branch = ((Request.Register) request).registration().branch();
            assertThat(stranger.tells(NODE, RemoteVerb.BEFORE_COMPLETION, branch))
                    .isEqualTo(Answer.DONE);
            return new Response.Registered(null);
        });
        call(stranger.context(FOREIGN), this::synchronize);
        call(stranger.context(FOREIGN), this::synchronize);
        assertThat(stranger.heard()).hasSize(2);
        assertThat(events.all().stream().filter("before"::equals)).hasSize(2);
    }

    private void synchronize() {
        try {
            node.manager().getTransaction().registerSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {
                    events.add("before");
                }

                @Override
                public void afterCompletion(int status) {}
            });
        } catch (RollbackException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- strangers as participants

    private JtaTransaction begun() throws Exception {
        return node.node().beginOn(resource);
    }

    private static LocalTransactionId name(JtaTransaction begun) {
        return (LocalTransactionId) begun.id();
    }

    private void register(Stranger each, JtaTransaction begun, Interest... interests) {
        assertThat(each.registers(NODE, begun.id(), name(begun), interests)).isEqualTo(new Response.Registered(null));
    }

    @Test
    void strangersAreToldApartByTheirAddresses() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        register(stranger, begun, Interest.COMPLETION);
        register(other, begun, Interest.COMPLETION);
        assertThat(begun.engine().participants().all()).hasSize(3);
        node.manager().commit();
        assertThat(stranger.verbs()).containsExactly(RemoteVerb.PREPARE, RemoteVerb.COMMIT);
        assertThat(other.verbs()).containsExactly(RemoteVerb.PREPARE, RemoteVerb.COMMIT);
    }

    @Test
    void aStrangerIsToldAfterARestart() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        stranger.answers(RemoteVerb.COMMIT, Answer.RETRY);
        node.manager().commit();
        restart();
        stranger.answers(RemoteVerb.COMMIT, Answer.DONE);
        stranger.heard().clear();
        node.node().recovery().run(true);
        assertThat(stranger.heard())
                .containsExactly(
                        new Request.Ask(RemoteVerb.COMMIT, BranchRef.ofStranger(begun.id(), stranger.address())));
        assertThat(node.node().coordinator().parked()).isEmpty();
    }

    @Test
    void aRegistrationThatComesWhileACommitBeginsIsKnownOrRefused() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        List<Response> answers = new ArrayList<>();
        stranger.meanwhile(RemoteVerb.PREPARE, () -> {
            answers.add(stranger.registers(NODE, begun.id(), name(begun), Interest.COMPLETION));
            answers.add(other.registers(NODE, begun.id(), name(begun), Interest.COMPLETION));
        });
        node.manager().commit();
        assertThat(answers.get(0)).isEqualTo(new Response.Registered(null));
        assertThat(((Response.Refused) answers.get(1)).why()).isEqualTo(Why.STATE);
        assertThat(stranger.verbs()).containsExactly(RemoteVerb.PREPARE, RemoteVerb.COMMIT);
        assertThat(other.verbs()).containsExactly(RemoteVerb.ROLLBACK);
    }

    /**
     * No round of synchronizations is left. If the registration were accepted, the participant would wait for its call
     * in vain (law 19).
     */
    @Test
    void synchronizationsThatAreRegisteredWhileACommitBeginsAreRefused() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        register(other, begun, Interest.AFTER_COMPLETION);
        List<Response> answers = new ArrayList<>();
        stranger.meanwhile(RemoteVerb.PREPARE, () -> {
            answers.add(
                    stranger.registers(NODE, begun.id(), name(begun), Interest.COMPLETION, Interest.BEFORE_COMPLETION));
            answers.add(other.registers(NODE, begun.id(), name(begun), Interest.BEFORE_COMPLETION));
        });
        node.manager().commit();
        assertThat(answers)
                .hasSize(2)
                .allSatisfy(each -> assertThat(((Response.Refused) each).why()).isEqualTo(Why.STATE));
        assertThat(stranger.verbs())
                .as("it is known, and not told to roll back")
                .containsExactly(RemoteVerb.PREPARE, RemoteVerb.COMMIT);
    }

    @Test
    void aStrangerThatHasNothingToCommitLeaves() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        assertThat(votes(begun, Answer.READ_ONLY)).isEqualTo(new Response.Answered(Answer.DONE));
        node.manager().commit();
        assertThat(stranger.verbs()).isEmpty();
        assertThat(events.all()).contains("r.commit(one phase)").doesNotContain("r.prepare");
        assertThat(resource.committed()).isEqualTo(1);
    }

    @Test
    void aTransactionThatEverybodyHasLeftCommitsNothing() throws Exception {
        JtaTransaction begun = node.node().begin();
        register(stranger, begun, Interest.COMPLETION);
        votes(begun, Answer.READ_ONLY);
        node.manager().commit();
        assertThat(stranger.verbs()).isEmpty();
        assertThat(node.node().coordinator().isIdle()).isTrue();
    }

    @Test
    void aStrangerThatHasRolledBackMarksTheTransaction() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        assertThat(votes(begun, Answer.ROLLED_BACK)).isEqualTo(new Response.Answered(Answer.DONE));
        assertThatThrownBy(node.manager()::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-8083");
        assertThat(stranger.verbs()).isEmpty();
        assertThat(votes(begun, Answer.ROLLED_BACK)).isInstanceOf(Response.Refused.class);
    }

    /**
     * Its read-only vote loses none of its earlier work. Regression: if it was a node, the superior concluded that it
     * had restarted.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoHasLeftReadOnlyAndRegistersAgainIsAskedForItsNewWork(boolean isNode) throws Exception {
        NodeId id = new NodeId(9, 9);
        try (Stranger again = new Stranger(network, "again", isNode ? id : null)) {
            JtaTransaction begun = begun();
            BranchRef branch = isNode
                    ? new BranchRef(begun.id(), new LocalTransactionId(new NodeEpoch(id, 1, 0), 1))
                    : BranchRef.ofStranger(begun.id(), again.address());
            Request register = new Request.Register(
                    name(begun), new Registration(branch, again.address(), Set.of(Interest.COMPLETION)), 0);
            assertThat(again.asks(NODE, register)).isEqualTo(new Response.Registered(null));
            assertThat(again.asks(NODE, new Request.Vote(name(begun), branch, Answer.READ_ONLY)))
                    .isEqualTo(new Response.Answered(Answer.DONE));
            assertThat(again.asks(NODE, register)).isEqualTo(new Response.Registered(null));
            node.manager().commit();
            assertThat(again.verbs()).containsExactly(RemoteVerb.PREPARE, RemoteVerb.COMMIT);
            assertThat(resource.committed()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HEURISTIC_MIXED", "HEURISTIC_HAZARD", "HEURISTIC_COMMIT"})
    void whatAStrangerHasDecidedBeforeItsVoteIsKeptThoughItConfirmsTheRollback(Answer decided) throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        stranger.answers(RemoteVerb.PREPARE, decided);
        assertThatThrownBy(node.manager()::commit).isInstanceOf(HeuristicMixedException.class);
        assertThat(resource.committed()).isZero();
        restart();
        assertThat(node.node().coordinator().parked()).singleElement().satisfies(kept -> {
            assertThat(kept.id()).isEqualTo(begun.id());
            assertThat(kept.step()).isEqualTo(Step.HEURISTIC);
        });
        assertThat(stranger.verbs()).containsExactly(RemoteVerb.PREPARE, RemoteVerb.ROLLBACK);
    }

    private Response votes(JtaTransaction begun, Answer vote) {
        BranchRef branch = BranchRef.ofStranger(begun.id(), stranger.address());
        return stranger.asks(NODE, new Request.Vote(name(begun), branch, vote));
    }

    @Test
    void aCommitIsToldToThoseWhoAreRegistered() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.COMPLETION);
        stranger.answers(RemoteVerb.COMMIT, Answer.RETRY);
        node.manager().commit();
        assertThat(stranger.asks(NODE, inquiry(begun, stranger))).isEqualTo(new Response.Decided(Decision.COMMIT));
        Response refused = other.asks(NODE, inquiry(begun, other));
        assertThat(((Response.Refused) refused).why()).isEqualTo(Why.FORBIDDEN);
    }

    private static Request inquiry(JtaTransaction begun, Stranger who) {
        return new Request.Inquire(name(begun), BranchRef.ofStranger(begun.id(), who.address()));
    }

    @Test
    void whoLooksOnIsAskedBeforePhaseOneAndToldAfterwards() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.BEFORE_COMPLETION, Interest.AFTER_COMPLETION);
        node.manager().commit();
        BranchRef branch = BranchRef.ofStranger(begun.id(), stranger.address());
        assertThat(stranger.heard())
                .containsExactly(
                        new Request.Ask(RemoteVerb.BEFORE_COMPLETION, branch),
                        new Request.Completed(branch, Outcome.COMMITTED));
        assertThat(events.all()).contains("r.commit(one phase)");
    }

    /** Regression: the superior told it the outcome once for each registration message. */
    @Test
    void whoLooksOnAndRegistersAgainIsToldOnce() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.AFTER_COMPLETION);
        register(stranger, begun, Interest.AFTER_COMPLETION);
        List<Response> late = new ArrayList<>();
        register(other, begun, Interest.COMPLETION);
        other.meanwhile(
                RemoteVerb.PREPARE,
                () -> late.add(stranger.registers(NODE, begun.id(), name(begun), Interest.AFTER_COMPLETION)));
        node.manager().commit();
        assertThat(late).containsExactly(new Response.Registered(null));
        BranchRef branch = BranchRef.ofStranger(begun.id(), stranger.address());
        assertThat(stranger.heard()).containsExactly(new Request.Completed(branch, Outcome.COMMITTED));
    }

    @Test
    void whoLooksOnAndRegistersAgainAfterItWasAskedIsAskedAgain() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.BEFORE_COMPLETION, Interest.AFTER_COMPLETION);
        register(other, begun, Interest.BEFORE_COMPLETION);
        AtomicBoolean isRegistered = new AtomicBoolean();
        other.meanwhile(RemoteVerb.BEFORE_COMPLETION, () -> {
            if (!isRegistered.getAndSet(true)) {
                register(stranger, begun, Interest.BEFORE_COMPLETION);
            }
        });
        node.manager().commit();
        assertThat(stranger.verbs()).containsExactly(RemoteVerb.BEFORE_COMPLETION, RemoteVerb.BEFORE_COMPLETION);
        assertThat(stranger.heard().stream().filter(Request.Completed.class::isInstance))
                .hasSize(1);
    }

    /**
     * Registers an onlooker of this process, which needs no call before completion. The first action runs when the
     * engine looks at it, the second after completion.
     */
    private static void looksOn(JtaTransaction begun, Runnable lookedAt, Runnable told) {
        Onlooker onlooker = new Onlooker() {
            @Override
            public boolean waitsToBeAsked() {
                lookedAt.run();
                return false;
            }

            @Override
            public Answer beforeCompletion(Reply reply) {
                return Answer.DONE;
            }

            @Override
            public Throwable problem() {
                return null;
            }

            @Override
            public void afterCompletion(Outcome outcome) {
                told.run();
            }
        };
        begun.engine().whenInside(inside -> begun.engine().participants().add(onlooker));
    }

    @Test
    void whoLooksOnAndThrowsStopsNothing() throws Exception {
        List<Throwable> shown = new ArrayList<>();
        node.close();
        TestNode.Builder builder = TestNode.builder()
                .disk(disk)
                .events(events)
                .clock(clock)
                .background(work -> {
                    try {
                        work.run();
                    } catch (RuntimeException bug) {
                        shown.add(bug);
                    }
                });
        node = new ServiceNode("bank", new InProcessFixture(network), builder, ServiceLimits.DEFAULT);
        node.node().register(resource);
        JtaTransaction begun = begun();
        looksOn(begun, () -> {}, () -> {
            throw new IllegalStateException("a bug");
        });
        register(stranger, begun, Interest.AFTER_COMPLETION);
        node.manager().commit();
        assertThat(shown).singleElement().asString().contains("a bug");
        assertThat(stranger.heard()).hasSize(1);
        assertThat(node.node().coordinator().isRunning()).isTrue();
    }

    /**
     * Regression: the superior concluded that it need not ask the onlooker, though it had refused its word, and
     * committed.
     */
    @Test
    void whoLooksOnAndLeavesRolledBackTooLateIsStillToBeAsked() throws Exception {
        JtaTransaction begun = begun();
        List<Response> late = new ArrayList<>();
        looksOn(
                begun,
                () -> {
                    if (begun.engine().participants().onlookers().size() == 1) {
                        register(stranger, begun, Interest.BEFORE_COMPLETION); // behind the last round
                    } else {
                        late.add(votes(begun, Answer.ROLLED_BACK));
                    }
                },
                () -> {});
        assertThatThrownBy(node.manager()::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-2032");
        assertThat(late).singleElement().isInstanceOf(Response.Refused.class);
        assertThat(stranger.verbs()).isEmpty();
        assertThat(resource.rolledBack()).isEqualTo(1);
    }

    private static Stream<List<Interest>> askedBefore() {
        return Stream.of(
                List.of(Interest.BEFORE_COMPLETION),
                List.of(Interest.BEFORE_COMPLETION, Interest.AFTER_COMPLETION),
                List.of(Interest.BEFORE_COMPLETION, Interest.COMPLETION));
    }

    /**
     * Regression: it came again after all synchronizations had been called. The node took it for another one, and
     * rolled all back.
     */
    @ParameterizedTest
    @MethodSource("askedBefore")
    void aRegistrationThatComesAgainAfterTheLastRoundIsNoNews(List<Interest> interests) throws Exception {
        JtaTransaction begun = begun();
        Request.Register register =
                stranger.registration(begun.id(), name(begun), 1, interests.toArray(Interest[]::new));
        List<Response> answers = new ArrayList<>();
        answers.add(stranger.asks(NODE, register));
        looksOn(
                begun,
                () -> {
                    if (stranger.verbs().contains(RemoteVerb.BEFORE_COMPLETION) && answers.size() < 5) {
                        answers.add(stranger.asks(NODE, register));
                    }
                },
                () -> {});
        node.manager().commit();
        assertThat(answers).hasSizeGreaterThan(1).containsOnly(new Response.Registered(null));
        assertThat(stranger.verbs()).containsOnlyOnce(RemoteVerb.BEFORE_COMPLETION);
        assertThat(resource.committed()).isEqualTo(1);
    }

    /** Another message is news: that participant has more synchronizations. */
    @ParameterizedTest
    @MethodSource("askedBefore")
    void anotherRegistrationIsAskedForAgain(List<Interest> interests) throws Exception {
        JtaTransaction begun = begun();
        Interest[] all = interests.toArray(Interest[]::new);
        stranger.asks(NODE, stranger.registration(begun.id(), name(begun), 1, all));
        List<Response> answers = new ArrayList<>();
        stranger.meanwhile(RemoteVerb.BEFORE_COMPLETION, () -> {
            if (answers.isEmpty()) {
                answers.add(stranger.asks(NODE, stranger.registration(begun.id(), name(begun), 2, all)));
            }
        });
        node.manager().commit();
        assertThat(answers).containsExactly(new Response.Registered(null));
        assertThat(stranger.verbs().stream().filter(RemoteVerb.BEFORE_COMPLETION::equals))
                .hasSize(2);
        assertThat(resource.committed()).isEqualTo(1);
    }

    @Test
    void thereIsALimitForThoseWhoLookOn() throws Exception {
        JtaTransaction begun = begun();
        LocalTransactionId name = name(begun);
        Response last = new Response.Registered(null);
        for (int i = 0; i <= PresumedAbort.INSTANCE.participantsMax(); i++) {
            assertThat(last).isEqualTo(new Response.Registered(null));
            String address = "in-process://looks-on-" + i;
            last = stranger.asks(
                    NODE,
                    new Request.Register(
                            name,
                            new Registration(
                                    BranchRef.ofStranger(begun.id(), address),
                                    address,
                                    Set.of(Interest.AFTER_COMPLETION)),
                            0));
        }
        assertThat(last).isInstanceOf(Response.Refused.class);
        assertThatThrownBy(node.manager()::commit)
                .isInstanceOf(RollbackException.class)
                .hasMessageContaining("ASSENT-1002");
    }

    @Test
    void whoLooksOnMayRefuse() throws Exception {
        JtaTransaction begun = begun();
        register(stranger, begun, Interest.BEFORE_COMPLETION);
        stranger.answers(RemoteVerb.BEFORE_COMPLETION, Answer.REFUSED);
        assertThatThrownBy(node.manager()::commit).isInstanceOf(RollbackException.class);
        assertThat(stranger.verbs()).containsExactly(RemoteVerb.BEFORE_COMPLETION);
        assertThat(resource.rolledBack()).isEqualTo(1);
    }
}
