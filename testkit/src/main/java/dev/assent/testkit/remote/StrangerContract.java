package dev.assent.testkit.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.transaction.Transaction;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Transport.Feature;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Law 22: a node does not accept a statement about a transaction from a process that has no part in it. */
abstract class StrangerContract extends ContractPart {
    private static void assertRefused(Response response) {
        assertThat(response).isInstanceOf(Response.Refused.class);
        assertThat(((Response.Refused) response).why()).isEqualTo(Response.Why.FORBIDDEN);
    }

    @ParameterizedTest
    @EnumSource(RemoteVerb.class)
    void nobodyButItsSuperiorTellsASubordinateWhatToDo(RemoteVerb verb) throws Exception {
        assumeTrue(hasWord(verb));
        beginAtBoth();
        assertRefused(ask(c(), b(), new Request.Ask(verb, branch())));
        a().office(b()).work();
        commit();
        world().settle();
        assertThat(b().resource().rolledBack()).isZero();
        assertThat(b().resource().committed()).isPositive();
    }

    private boolean hasWord(RemoteVerb verb) {
        return switch (verb) {
            case BEFORE_COMPLETION -> can(Feature.SYNCHRONIZATIONS);
            case COMMIT_ONE_PHASE -> can(Feature.ONE_PHASE);
            case FORGET -> can(Feature.FORGET);
            case PREPARE, COMMIT, ROLLBACK -> true;
        };
    }

    @Test
    void nobodyRegistersSomebodyElse() throws Exception {
        beginAtBoth();
        Transaction own = a().coordinator().active().get(0);
        Registration forged = new Registration(branch(), c().address(), Set.of(Registration.Interest.COMPLETION));
        assertRefused(ask(c(), a(), new Request.Register(Objects.requireNonNull(own.ownId()), forged, 0)));
        commit();
        world().settle();
        assertCommitted(a(), b());
    }

    /**
     * A node that has adopted a registered participant's node may ask for that participant. No other node knows both
     * names.
     */
    @Test
    void whoIsNotRegisteredIsNotToldToCommit() throws Exception {
        CompletableFuture<Passage> held = wire().hold(MessageKind.COMMIT);
        CompletableFuture<Transaction> begun = new CompletableFuture<>();
        Future<?> committing = world().inBackground(() -> {
            beginAtBoth();
            begun.complete(a().coordinator().active().get(0));
            commit();
            return null;
        });
        Transaction own = ContractWorld.get(begun);
        Passage decision = ContractWorld.get(held);
        LocalTransactionId invented = new LocalTransactionId(c().coordinator().life(), 1);
        Request.Inquire question =
                new Request.Inquire(Objects.requireNonNull(own.ownId()), new BranchRef(own.id(), invented));
        assertThat(ask(c(), a(), question)).isNotEqualTo(new Response.Decided(Response.Decision.COMMIT));
        decision.deliver();
        ContractWorld.get(committing);
        world().settle();
        assertCommitted(a(), b());
    }
}
