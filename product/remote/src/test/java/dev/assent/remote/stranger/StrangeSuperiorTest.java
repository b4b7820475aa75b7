package dev.assent.remote.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeId;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.participant.Answer;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
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
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stranger is the superior: it asks for work here, and the subordinate obeys it and nobody else. */
@Fast
class StrangeSuperiorTest extends StrangerPart {
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

    /** The superior knows of the work, and asks for its vote. */
    @Test
    void synchronizationsThatCanNotBeToldLeaveTheWorkToItsSuperior() throws Exception {
        BranchRef branch = joined();
        stranger.answersOthers(request -> new Response.Refused(Why.STATE, "Inactive"));
        Result result = call(stranger.context(FOREIGN), this::synchronize);
        assertThat(((Result.Thrown) result).failure()).hasMessageContaining("ASSENT-8022");
        assertThat(((Result.Thrown) result).effect().isRollbackOnly()).isTrue();
        assertThat(resource.rolledBack()).isZero();
        assertThat(stranger.tells(NODE, RemoteVerb.PREPARE, branch)).isEqualTo(Answer.ROLLED_BACK);
        assertThat(resource.rolledBack()).isEqualTo(1);
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

    /** Its address was checked when its first call came, and its work must come to an end. */
    @Test
    void aKnownSuperiorMayCallAgainThoughItsAddressIsNotAllowedAnyMore() throws Exception {
        call(stranger.context(FOREIGN), () -> node.work(resource));
        assertThat(node.node().coordinator().subordinate(FOREIGN).superior().name())
                .contains(stranger.address());
        node.allowed = address -> !address.equals(stranger.address());
        Result again = call(stranger.context(FOREIGN), () -> events.add("work"));
        assertThat(again).isInstanceOf(Result.Returned.class);
        assertThat(events.all()).contains("work");
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
}
