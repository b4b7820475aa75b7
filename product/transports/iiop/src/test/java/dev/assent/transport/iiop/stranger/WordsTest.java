package dev.assent.transport.iiop.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Outcome;
import dev.assent.harness.Fast;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.remote.transport.Transport;
import dev.assent.transport.iiop.IiopWires;
import dev.assent.transport.iiop.reference.Ior;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TRANSACTION_ROLLEDBACK;
import org.omg.CORBA.TRANSIENT;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.CoordinatorHelper;
import org.omg.CosTransactions.HeuristicCommit;
import org.omg.CosTransactions.HeuristicHazard;
import org.omg.CosTransactions.HeuristicMixed;
import org.omg.CosTransactions.HeuristicRollback;
import org.omg.CosTransactions.NotPrepared;
import org.omg.CosTransactions.Resource;
import org.omg.CosTransactions.ResourcePOA;
import org.omg.CosTransactions.Terminator;
import org.omg.CosTransactions.Vote;

/** Every answer and every end in the words of the Transaction Service: what strangers hear, and what is made of what they say. */
@Fast
class WordsTest {
    private static final LocalTransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 1, 0), 3);
    private static final BranchRef BRANCH = new BranchRef(ID, ID);

    private final TransportFixture wire = IiopWires.open(new AdjustableClock(), new TransportFixture.Limits(10_000, 0));
    private final Stranger stranger = new Stranger();
    private final AtomicReference<Response> answer = new AtomicReference<>();
    private final Transport transport = wire.transport("bank", new NodeEpoch(new NodeId(1, 2), 1, 0), none -> null);

    /** Something that a stranger does. */
    private interface Act {
        Object run() throws Exception;
    }

    @BeforeEach
    void open() {
        transport.open(new AnsweringInbound(request -> request instanceof Request.Begin
                ? new Response.Begun(new Context(ID, new SuperiorRef(ID, wire.address("bank")), 60_000, null))
                : answer.get()));
    }

    @AfterEach
    void close() {
        stranger.close();
        wire.close();
    }

    /** The outcome: the name of an exception, for a system exception with its completion status. */
    private static String told(Act act) {
        try {
            Object value = act.run();
            return value instanceof Vote vote ? "vote " + vote.value() : "done";
        } catch (SystemException failure) {
            String completed = List.of("YES", "NO", "MAYBE").get(failure.completed.value());
            return failure.getClass().getSimpleName() + " " + completed;
        } catch (Exception declared) {
            return declared.getClass().getSimpleName();
        }
    }

    private static Object none(Runnable act) {
        act.run();
        return "done";
    }

    private Response ask(String address, Request request) throws Exception {
        CompletableFuture<Response> response = new CompletableFuture<>();
        transport.peer(address).ask(request, 30_000, response::complete);
        return response.get();
    }

    private String addressOf(org.omg.CORBA.Object object) throws Exception {
        String reference = stranger.stringified(object);
        return "iiop://" + Ior.parse(reference).place() + "/" + reference;
    }

    /** A subordinate here, as a superior of another make has it. */
    private Resource subordinate() throws Exception {
        RecordedCoordinator superior = new RecordedCoordinator(stranger);
        String address = addressOf(CoordinatorHelper.unchecked_narrow(stranger.serve(superior)));
        Registration registration = new Registration(BRANCH, wire.address("bank"), Set.of(Interest.COMPLETION));
        assertThat(ask(address, new Request.Register(null, registration, 0))).isInstanceOf(Response.Registered.class);
        return superior.resources.get(0);
    }

    // ---- what a superior hears

    @ParameterizedTest
    @CsvSource({
        "PREPARED, vote 0",
        "ROLLED_BACK, vote 1",
        "HEURISTIC_ROLLBACK, vote 1",
        "READ_ONLY, vote 2",
        "HEURISTIC_MIXED, HeuristicMixed",
        "HEURISTIC_COMMIT, HeuristicMixed",
        "HEURISTIC_HAZARD, HeuristicHazard",
        "REFUSED, TRANSIENT NO",
        "RETRY, TRANSIENT NO"
    })
    void toPrepare(Answer given, String word) throws Exception {
        answer.set(new Response.Answered(given));
        Resource resource = subordinate();
        assertThat(told(resource::prepare)).isEqualTo(word);
    }

    @ParameterizedTest
    @CsvSource({
        "DONE, done, done, done",
        "HEURISTIC_COMMIT, done, HeuristicCommit, done",
        "HEURISTIC_ROLLBACK, HeuristicRollback, done, HeuristicHazard",
        "HEURISTIC_MIXED, HeuristicMixed, HeuristicMixed, HeuristicHazard",
        "HEURISTIC_HAZARD, HeuristicHazard, HeuristicHazard, HeuristicHazard",
        "DOUBTFUL, NotPrepared, TRANSIENT NO, TRANSIENT NO",
        "ROLLED_BACK, TRANSIENT NO, done, TRANSACTION_ROLLEDBACK YES",
        "RETRY, TRANSIENT NO, TRANSIENT NO, TRANSIENT NO"
    })
    void toTheEnd(Answer given, String toCommit, String toRollback, String toOnePhase) throws Exception {
        answer.set(new Response.Answered(given));
        Resource resource = subordinate();
        assertThat(told(() -> {
                    resource.commit();
                    return "";
                }))
                .isEqualTo(toCommit);
        assertThat(told(() -> {
                    resource.rollback();
                    return "";
                }))
                .isEqualTo(toRollback);
        assertThat(told(() -> {
                    resource.commit_one_phase();
                    return "";
                }))
                .isEqualTo(toOnePhase);
    }

    @Test
    void toForget() throws Exception {
        Resource resource = subordinate();
        answer.set(new Response.Answered(Answer.DONE));
        assertThat(told(() -> none(resource::forget))).isEqualTo("done");
        answer.set(new Response.Answered(Answer.RETRY));
        assertThat(told(() -> none(resource::forget))).isEqualTo("TRANSIENT NO");
    }

    // ---- what is made of what a subordinate says

    /** Throws the exception that the test sets. */
    private static final class Throwing extends ResourcePOA {
        private final String word;

        Throwing(String word) {
            this.word = word;
        }

        private void system() {
            switch (word) {
                case "rolled back" -> throw new TRANSACTION_ROLLEDBACK();
                case "transient" -> throw new TRANSIENT();
                case "gone" -> throw new OBJECT_NOT_EXIST();
                case "forbidden" -> throw new NO_PERMISSION(0, CompletionStatus.COMPLETED_NO);
                case "perhaps forbidden" -> throw new NO_PERMISSION(0, CompletionStatus.COMPLETED_MAYBE);
                default -> {}
            }
        }

        private void mixed() throws HeuristicMixed {
            if (word.equals("mixed")) {
                throw new HeuristicMixed();
            }
        }

        private void hazard() throws HeuristicHazard {
            if (word.equals("hazard")) {
                throw new HeuristicHazard();
            }
        }

        @Override
        public Vote prepare() throws HeuristicMixed, HeuristicHazard {
            system();
            mixed();
            hazard();
            return Vote.VoteCommit;
        }

        @Override
        public void commit() throws NotPrepared, HeuristicRollback, HeuristicMixed, HeuristicHazard {
            system();
            mixed();
            hazard();
            if (word.equals("rollback")) {
                throw new HeuristicRollback();
            }
            if (word.equals("not prepared")) {
                throw new NotPrepared();
            }
        }

        @Override
        public void rollback() throws HeuristicCommit, HeuristicMixed, HeuristicHazard {
            system();
            mixed();
            hazard();
            if (word.equals("commit")) {
                throw new HeuristicCommit();
            }
        }

        @Override
        public void commit_one_phase() throws HeuristicHazard {
            system();
            hazard();
        }

        @Override
        public void forget() {
            system();
        }
    }

    private String meant(String word, RemoteVerb verb) throws Exception {
        String address = addressOf(stranger.serve(new Throwing(word)));
        Response response = ask(address, new Request.Ask(verb, BranchRef.ofStranger(ID, address)));
        if (response instanceof Response.Answered answered) {
            return answered.answer().name();
        }
        if (response instanceof Response.Refused refused && refused.why() == Response.Why.FORBIDDEN) {
            return "FORBIDDEN";
        }
        return response instanceof Response.Unanswered lost && lost.mayHaveArrived() ? "lost" : "unsent";
    }

    @ParameterizedTest
    @CsvSource({
        "mixed, HEURISTIC_MIXED, HEURISTIC_MIXED, HEURISTIC_MIXED",
        "hazard, HEURISTIC_HAZARD, HEURISTIC_HAZARD, HEURISTIC_HAZARD",
        "rollback, PREPARED, HEURISTIC_ROLLBACK, DONE",
        "commit, PREPARED, DONE, HEURISTIC_COMMIT",
        "not prepared, PREPARED, DOUBTFUL, DONE",
        "rolled back, ROLLED_BACK, ROLLED_BACK, DONE",
        "transient, unsent, unsent, unsent",
        "gone, unsent, unsent, DONE"
    })
    void bySubordinates(String word, String ofPrepare, String ofCommit, String ofRollback) throws Exception {
        assertThat(meant(word, RemoteVerb.PREPARE)).isEqualTo(ofPrepare);
        assertThat(meant(word, RemoteVerb.COMMIT)).isEqualTo(ofCommit);
        assertThat(meant(word, RemoteVerb.ROLLBACK)).isEqualTo(ofRollback);
    }

    @ParameterizedTest
    @CsvSource({
        "hazard, HEURISTIC_HAZARD, DONE",
        "rolled back, ROLLED_BACK, DONE",
        "gone, unsent, DONE",
        "transient, unsent, unsent",
        "forbidden, FORBIDDEN, FORBIDDEN",
        "perhaps forbidden, lost, lost"
    })
    void bySubordinatesAlone(String word, String ofOnePhase, String ofForget) throws Exception {
        assertThat(meant(word, RemoteVerb.COMMIT_ONE_PHASE)).isEqualTo(ofOnePhase);
        assertThat(meant(word, RemoteVerb.FORGET)).isEqualTo(ofForget);
    }

    // ---- what a client hears, and ours makes of it

    @ParameterizedTest
    @CsvSource({
        "COMMITTED, done, done, COMMITTED",
        "HEURISTIC_COMMIT, done, done, COMMITTED",
        "ROLLED_BACK, TRANSACTION_ROLLEDBACK YES, TRANSACTION_ROLLEDBACK YES, ROLLED_BACK",
        "HEURISTIC_ROLLBACK, HeuristicMixed, done, HEURISTIC_MIXED",
        "HEURISTIC_MIXED, HeuristicMixed, done, HEURISTIC_MIXED",
        "HEURISTIC_HAZARD, HeuristicHazard, done, HEURISTIC_HAZARD",
        "UNKNOWN, UNKNOWN MAYBE, UNKNOWN MAYBE, UNKNOWN"
    })
    void ofACommit(Outcome outcome, String word, String unreported, Outcome back) throws Exception {
        answer.set(new Response.Ended(outcome, ""));
        Control control = stranger.factory(place()).create(60);
        assertThat(told(() -> {
                    control.get_terminator().commit(true);
                    return "";
                }))
                .isEqualTo(word);
        assertThat(told(() -> {
                    control.get_terminator().commit(false);
                    return "";
                }))
                .isEqualTo(unreported);
        assertThat(endedByOurs(true)).isEqualTo(back);
    }

    @ParameterizedTest
    @CsvSource({
        "ROLLED_BACK, done, ROLLED_BACK",
        "HEURISTIC_COMMIT, done, ROLLED_BACK",
        "COMMITTED, INVALID_TRANSACTION NO, COMMITTED",
        "UNKNOWN, UNKNOWN MAYBE, UNKNOWN"
    })
    void ofARollback(Outcome outcome, String word, Outcome back) throws Exception {
        answer.set(new Response.Ended(outcome, ""));
        Control control = stranger.factory(place()).create(60);
        assertThat(told(() -> none(terminator(control)::rollback))).isEqualTo(word);
        assertThat(endedByOurs(false)).isEqualTo(back);
    }

    private static Terminator terminator(Control control) {
        try {
            return control.get_terminator();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private String place() {
        return wire.address("bank").substring("iiop://".length());
    }

    private Outcome endedByOurs(boolean isCommit) throws Exception {
        Transport client = wire.transport("client", null, none -> null);
        client.open(new AnsweringInbound(nobody -> Response.Refused.state("a client")));
        CompletableFuture<Response> begun = new CompletableFuture<>();
        client.peer(wire.address("bank")).ask(new Request.Begin(60_000), 30_000, begun::complete);
        Response.Begun context = (Response.Begun) begun.get();
        CompletableFuture<Response> ended = new CompletableFuture<>();
        client.peer(wire.address("bank"))
                .ask(new Request.End(context.context().id(), isCommit, List.of()), 30_000, ended::complete);
        return ((Response.Ended) ended.get()).outcome();
    }
}
