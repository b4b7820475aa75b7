package dev.assent.remote.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Fast;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.HandleRequest;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.TransactionNeed;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client refuses each message, and answers it: a sender that gets no answer would wait. */
@Fast
class TakesNothingTest {
    private static final Caller FROM = new Caller(null, "test://node");
    private static final Method METHOD = Runnable.class.getMethods()[0];

    private static void assertRefused(List<Result> results) {
        assertThat(results).singleElement().isInstanceOfSatisfying(Result.Thrown.class, thrown -> {
            assertThat(thrown.failure())
                    .isInstanceOf(ServiceRefusedException.class)
                    .hasMessageContainingAll("ASSENT-5192", "work.run", "test://node");
            assertThat(thrown.isApplications()).isFalse();
            assertThat(thrown.effect()).isEqualTo(Result.Effect.NONE);
        });
    }

    @Test
    void call_isRefused() {
        Call call = new Call("work", METHOD, new Object[0], null, 1000);
        List<Result> results = new ArrayList<>();
        TakesNothing.INSTANCE.call(FROM, call, results::add);
        assertRefused(results);
    }

    /** The transport may offer its own thread for the work. */
    @Test
    void callHere_isRefusedAtOnce() {
        Call call = new Call("work", METHOD, new Object[0], null, 1000);
        List<Runnable> works = new ArrayList<>();
        List<Result> results = new ArrayList<>();
        TakesNothing.INSTANCE.callHere(FROM, call, works::add, results::add);
        assertRefused(results);
        assertThat(works).isEmpty();
    }

    @Test
    void requests_areRefused() {
        List<Response> responses = new ArrayList<>();
        TakesNothing.INSTANCE.ask(FROM, new Request.Begin(0), responses::add);
        assertThat(responses).singleElement().isInstanceOfSatisfying(Response.Refused.class, refused -> {
            assertThat(refused.why()).isEqualTo(Response.Why.NOT_MINE);
            assertThat(refused.text()).contains("test://node");
        });
        responses.clear();
        LocalTransactionId id = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);
        TakesNothing.INSTANCE.handle(FROM, new HandleRequest.Look(id, id), responses::add);
        assertThat(responses)
                .singleElement()
                .isInstanceOfSatisfying(
                        Response.Refused.class,
                        refused -> assertThat(refused.why()).isEqualTo(Response.Why.STATE));
    }

    @Test
    void aClient_hasNoTransactionsOfItsThreads() {
        assertThat(TakesNothing.INSTANCE.threads()).isNull();
        assertThat(TakesNothing.INSTANCE.need("work", METHOD)).isEqualTo(TransactionNeed.OPTIONAL);
    }
}
