package dev.assent.remote.subordinate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.participant.Answer;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.ServiceRefusedException.Reason;
import dev.assent.remote.fixture.InProcessFixture;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.HandleRequest;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Why;
import dev.assent.remote.message.Result;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Transport.Feature;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls with a context, and requests of holders of references to a transaction: each has exactly one answer. */
@Fast
class InflowTest {
    private static final Method METHOD = Runnable.class.getMethods()[0];
    private static final NodeId CALLERS = new NodeId(8, 8);
    private static final LocalTransactionId ID = new LocalTransactionId(new NodeEpoch(CALLERS, 3, 0), 4);
    private static final Caller CALLER = new Caller(CALLERS, "in-process://caller");
    private static final Context CONTEXT = new Context(ID, new SuperiorRef(ID, CALLER.name()), 60_000, null);
    private static final Response DONE = new Response.Answered(Answer.DONE);

    private final EventList events = new EventList();
    private final AdjustableClock clock = new AdjustableClock();
    private ServiceNode node = open(EnumSet.allOf(Feature.class));
    private Inbound inbound = node.inbound();
    private final RecordingResource resource = node.node().resource("r");

    private ServiceNode open(Set<Feature> features) {
        LocalNetwork network = new LocalNetwork(Runnable::run, clock, new LocalNetwork.Times(1_000, 0), features);
        return new ServiceNode("bank", new InProcessFixture(network), events, clock);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private Call call(Context context) {
        Runnable work = () -> {
            events.add("work");
            node.work(resource);
        };
        node.services().unexport("work");
        node.services().export("work", Runnable.class, work, CallTransaction.MANDATORY);
        return new Call("work", METHOD, new Object[0], context, 1000);
    }

    private Result called(Context context) {
        List<Result> results = new ArrayList<>();
        inbound.call(CALLER, call(context), results::add);
        assertThat(results).hasSize(1);
        return results.get(0);
    }

    private static void assertRefused(Result result, Reason reason, String text, boolean isRollbackOnly) {
        assertThat(result).isInstanceOfSatisfying(Result.Thrown.class, thrown -> {
            assertThat(thrown.failure())
                    .hasMessageContaining(text)
                    .isInstanceOfSatisfying(
                            ServiceRefusedException.class,
                            refused -> assertThat(refused.reason()).isEqualTo(reason));
            assertThat(thrown.effect()).isEqualTo(new Result.Effect(null, isRollbackOnly));
        });
    }

    private Response handled(HandleRequest request) {
        List<Response> responses = new ArrayList<>();
        inbound.handle(CALLER, request, responses::add);
        assertThat(responses).hasSize(1);
        return responses.get(0);
    }

    private static void assertRefused(Response response, Why why, String text) {
        assertThat(response).isInstanceOfSatisfying(Response.Refused.class, refused -> {
            assertThat(refused.why()).isEqualTo(why);
            assertThat(refused.text()).contains(text);
        });
    }

    // ---- calls

    @Test
    void call_withAContext_joinsItsTransaction() {
        Result result = called(CONTEXT);
        assertThat(result).isInstanceOf(Result.Returned.class);
        assertThat(result.effect().registration()).isNotNull();
        assertThat(node.node().coordinator().subordinate(ID)).isNotNull();
    }

    /** The transport reads on by another thread; the workers do the work of a method that is not known to be short. */
    @Test
    void callHere_withAContext_joinsItsTransaction() {
        List<Runnable> here = new ArrayList<>();
        List<Result> results = new ArrayList<>();
        inbound.callHere(CALLER, call(CONTEXT), here::add, results::add);
        assertThat(here).isEmpty();
        assertThat(results).singleElement().isInstanceOf(Result.Returned.class);
        assertThat(node.node().coordinator().subordinate(ID)).isNotNull();
    }

    @Test
    void call_theSuperiorsAddressIsNotAllowed_isRefusedForThatReason() {
        node.allowed = any -> false;
        assertRefused(called(CONTEXT), Reason.FORBIDDEN, "ASSENT-8016", false);
        assertThat(events.all()).doesNotContain("work");
        assertThat(node.node().notices().of(8016)).hasSize(1);
    }

    @Test
    void call_ofAContextOfAnotherNode_isRefusedForThatReason() {
        LocalTransactionId others = new LocalTransactionId(new NodeEpoch(new NodeId(9, 9), 1, 0), 1);
        Context context = new Context(ID, new SuperiorRef(others, CALLER.name()), 60_000, null);
        assertRefused(called(context), Reason.FORBIDDEN, "ASSENT-8081", false);
        assertThat(node.node().notices().of(8081)).hasSize(1);
    }

    @Test
    void call_thereIsNoTimeLeft_isRefusedForAnotherReason() {
        assertRefused(called(new Context(ID, CONTEXT.superior(), 0, null)), Reason.OTHER, "ASSENT-8015", true);
        assertThat(node.node().coordinator().isIdle()).isTrue();
    }

    @Test
    void call_theNodeIsNotReady_isRefusedForThatReason() {
        node.setReady(false);
        assertRefused(called(CONTEXT), Reason.NOT_READY, "ASSENT-8019", false);
    }

    /** The work that the caller knows of is lost (law 15). */
    @Test
    void call_theKnownSubordinateIsGone_isRefused() {
        Context knowing = new Context(ID, CONTEXT.superior(), 60_000, ID);
        assertRefused(called(knowing), Reason.OTHER, "ASSENT-8012", true);
        assertThat(node.node().coordinator().isIdle()).isTrue();
    }

    @Test
    void call_anotherSubordinateIsKnown_isRefusedAndTheOneHereCanOnlyRollBack() {
        called(CONTEXT);
        Context knowing = new Context(ID, CONTEXT.superior(), 60_000, ID);
        assertRefused(called(knowing), Reason.OTHER, "ASSENT-8012", true);
        assertThat(node.node().coordinator().subordinate(ID).transaction().isMarkedRollback())
                .isTrue();
    }

    /** This node has begun it, so whatever subordinate the caller has seen here was of another process. */
    @Test
    void call_comesHomeAndASubordinateIsKnown_isRefusedAndNotUnderWay() throws Exception {
        JtaTransaction begun = node.node().begin();
        LocalTransactionId id = (LocalTransactionId) begun.id();
        node.manager().suspend();
        assertThat(called(new Context(id, CONTEXT.superior(), 60_000, null))).isInstanceOf(Result.Returned.class);
        events.clear();
        Context knowing = new Context(id, CONTEXT.superior(), 60_000, ID);
        assertRefused(called(knowing), Reason.OTHER, "ASSENT-8012", true);
        assertThat(events.all()).isEmpty();
        assertThat(begun.engine().calls()).isZero();
        begun.rollback();
    }

    // ---- requests of holders of references

    @Test
    void handle_theLogIsNotRead_isRefused() {
        node.setReady(false);
        assertRefused(handled(new HandleRequest.Look(ID, ID)), Why.NOT_READY, "ASSENT-8019");
        assertRefused(handled(new HandleRequest.Recreate(CONTEXT)), Why.NOT_READY, "ASSENT-8019");
    }

    @Test
    void handle_looksAtATransactionAndMarksIt_isAnswered() throws Exception {
        JtaTransaction begun = node.node().begin();
        LocalTransactionId id = (LocalTransactionId) begun.id();
        assertThat(handled(new HandleRequest.Mark(id, id))).isEqualTo(DONE);
        assertThat(handled(new HandleRequest.Look(id, id)))
                .isEqualTo(new Response.Seen(Step.ACTIVE, true, false, Context.UNLIMITED));
    }

    @Test
    void handle_aMoveToAnAddressThatIsNotAllowed_isRefusedAndOperatorsAreTold() throws Exception {
        JtaTransaction begun = node.node().begin();
        LocalTransactionId id = (LocalTransactionId) begun.id();
        BranchRef branch = BranchRef.ofStranger(id, "in-process://stranger");
        Registration registration = new Registration(branch, "in-process://stranger", Set.of(Interest.COMPLETION));
        List<Response> registered = new ArrayList<>();
        inbound.ask(new Caller(null, "stranger"), new Request.Register(id, registration, 1), registered::add);
        assertThat(registered).containsExactly(new Response.Registered(null));
        assertThat(handled(new HandleRequest.Move(branch, id, "in-process://moved")))
                .isEqualTo(DONE);
        node.allowed = any -> false;
        assertRefused(handled(new HandleRequest.Move(branch, id, "in-process://else")), Why.FORBIDDEN, "ASSENT-8016");
        assertThat(node.node().notices().of(8016)).hasSize(1);
        begun.rollback();
    }

    @Test
    void recreate_aContext_makesASubordinateOfItsSuperior() {
        Response response = handled(new HandleRequest.Recreate(CONTEXT));
        LocalTransactionId here =
                node.node().coordinator().subordinate(ID).transaction().incarnation();
        assertThat(response)
                .isEqualTo(
                        new Response.Begun(new Context(ID, new SuperiorRef(here, "in-process://bank"), 60_000, null)));
        clock.advance(Duration.ofSeconds(1));
        assertThat(handled(new HandleRequest.Recreate(CONTEXT)))
                .as("the same again")
                .isEqualTo(
                        new Response.Begun(new Context(ID, new SuperiorRef(here, "in-process://bank"), 59_000, null)));
        assertThat(node.isIdle()).isTrue();
    }

    @Test
    void recreate_isRefused_saysWhy() {
        node.allowed = any -> false;
        assertRefused(handled(new HandleRequest.Recreate(CONTEXT)), Why.FORBIDDEN, "ASSENT-8016");
        node.allowed = any -> true;
        assertRefused(
                handled(new HandleRequest.Recreate(new Context(ID, CONTEXT.superior(), 0, null))),
                Why.STATE,
                "ASSENT-8015");
        assertThat(node.node().coordinator().isIdle()).isTrue();
    }

    /** Nobody is at the superior's address. */
    @Test
    void recreate_theSuperiorCanNotBeTold_isRefused() {
        node.close();
        node = open(EnumSet.complementOf(EnumSet.of(Feature.REGISTRATION_ON_REPLY)));
        inbound = node.inbound();
        assertRefused(handled(new HandleRequest.Recreate(CONTEXT)), Why.STATE, "ASSENT-8022");
        assertThat(node.node().coordinator().isIdle()).isTrue();
    }
}
