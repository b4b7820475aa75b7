package dev.assent.transport.iiop.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.adapter.ThreadWaiter;
import dev.assent.harness.Fast;
import dev.assent.remote.client.RemoteTransactions;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.Transports;
import dev.assent.transport.iiop.reference.Ior;
import jakarta.transaction.SystemException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.omg.CORBA.COMM_FAILURE;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.TRANSIENT;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.ControlHelper;
import org.omg.CosTransactions.ControlPOA;
import org.omg.CosTransactions.Coordinator;
import org.omg.CosTransactions.HeuristicHazard;
import org.omg.CosTransactions.HeuristicMixed;
import org.omg.CosTransactions.PropagationContext;
import org.omg.CosTransactions.Terminator;
import org.omg.CosTransactions.TerminatorHelper;
import org.omg.CosTransactions.TerminatorPOA;
import org.omg.CosTransactions.TransactionFactoryPOA;

/** A client here ends a transaction whose coordinator is of another vendor: what each end of the operation tells it. */
@Fast
class StrangersTerminatorTest extends StrangerWorld {
    /** How the next operations of the Terminator end; after the last one they return. */
    private final Queue<String> ends = new ArrayDeque<>();

    /** The stranger's factory. The transaction itself is one of the bank, which gives its identity. */
    private final class Factory extends TransactionFactoryPOA {
        @Override
        public Control create(int seconds) {
            Control real = stranger.factory(place()).create(seconds);
            return ControlHelper.unchecked_narrow(stranger.serve(new ControlPOA() {
                @Override
                public Terminator get_terminator() {
                    return TerminatorHelper.unchecked_narrow(stranger.serve(new Ending()));
                }

                @Override
                public Coordinator get_coordinator() {
                    try {
                        return real.get_coordinator();
                    } catch (Exception failed) {
                        throw new IllegalStateException(failed);
                    }
                }
            }));
        }

        @Override
        public Control recreate(PropagationContext context) {
            throw new IllegalStateException("nobody asks for it");
        }
    }

    private final class Ending extends TerminatorPOA {
        @Override
        public void commit(boolean reports) throws HeuristicMixed, HeuristicHazard {
            events.add("commit");
            String end = ends();
            if (end.equals("HeuristicMixed")) {
                throw new HeuristicMixed();
            } else if (end.equals("HeuristicHazard")) {
                throw new HeuristicHazard();
            }
        }

        @Override
        public void rollback() {
            events.add("rollback");
            ends();
        }

        /** Takes the next end; throws it if it is a system exception. */
        private String ends() {
            String end = ends.isEmpty() ? "return" : ends.remove();
            switch (end) {
                case "TRANSACTION_ROLLEDBACK" -> throw new TRANSACTION_ROLLEDBACK(0, CompletionStatus.COMPLETED_YES);
                case "OBJECT_NOT_EXIST" -> throw new OBJECT_NOT_EXIST(0, CompletionStatus.COMPLETED_NO);
                case "COMM_FAILURE" -> throw new COMM_FAILURE(0, CompletionStatus.COMPLETED_MAYBE);
                case "TRANSIENT" -> throw new TRANSIENT(0, CompletionStatus.COMPLETED_NO);
                default -> {
                    return end;
                }
            }
        }
    }

    /** The address of a factory of the stranger. */
    private String coordinator() throws Exception {
        String reference = stranger.stringified(stranger.serve(new Factory()));
        return "iiop://" + Ior.parse(reference).place() + "/" + reference;
    }

    private Response ask(String address, Request request) throws Exception {
        CompletableFuture<Response> response = new CompletableFuture<>();
        bank.transport().peer(address).ask(request, 30_000, response::complete);
        return response.get();
    }

    /** A coordinator that no longer has the transaction may have committed it. */
    @ParameterizedTest
    @CsvSource({
        "return, COMMITTED, ROLLED_BACK",
        "TRANSACTION_ROLLEDBACK, ROLLED_BACK, ROLLED_BACK",
        "OBJECT_NOT_EXIST, UNKNOWN, UNKNOWN",
        "HeuristicMixed, HEURISTIC_MIXED, -",
        "HeuristicHazard, HEURISTIC_HAZARD, -",
        "COMM_FAILURE, perhaps arrived, perhaps arrived",
        "TRANSIENT, not arrived, not arrived"
    })
    void end_ofEachKind_clientHearsNoMoreThanItSays(String end, String toCommit, String toRollback) throws Exception {
        String coordinator = coordinator();
        assertThat(ended(coordinator, true, end)).isEqualTo(toCommit);
        if (!toRollback.equals("-")) {
            assertThat(ended(coordinator, false, end)).isEqualTo(toRollback);
        }
    }

    private String ended(String coordinator, boolean isCommit, String end) throws Exception {
        Response.Begun begun = (Response.Begun) ask(coordinator, new Request.Begin(60_000));
        ends.add(end);
        Response response = ask(coordinator, new Request.End(begun.context().id(), isCommit, List.of()));
        if (response instanceof Response.Ended ended) {
            return ended.outcome().toString();
        }
        return ((Response.Unanswered) response).mayHaveArrived() ? "perhaps arrived" : "not arrived";
    }

    @Test
    void commit_answerLostAndThenNoTransaction_outcomeIsUnknown() throws Exception {
        Transports transports = new Transports(nobodyNamesOne -> false);
        transports.add(bank.transport());
        var transactions = new RemoteTransactions(transports, coordinator(), ThreadWaiter::new, clock);
        transactions.begin();
        ends.addAll(List.of("COMM_FAILURE", "OBJECT_NOT_EXIST"));
        assertThatThrownBy(transactions::commit).isInstanceOf(SystemException.class);
        assertThat(events.all()).containsExactly("commit", "commit");
    }
}
