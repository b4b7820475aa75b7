package dev.assent.transport.iiop.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Transport;
import dev.assent.transport.iiop.IiopWires;
import dev.assent.transport.iiop.reference.Ior;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.SystemException;
import org.omg.CosTransactions.Control;
import org.omg.CosTransactions.Inactive;
import org.omg.CosTransactions.NotPrepared;
import org.omg.CosTransactions.RecoveryCoordinator;
import org.omg.CosTransactions.Resource;
import org.omg.CosTransactions.ResourceHelper;

/**
 * A real node with the real transport as the coordinator of a stranger's Resources. A seed chooses how each operation ends,
 * which request goes next, what is lost or doubled, and when the node dies. Each answer must be what {@link OtsAnswers}
 * says.
 *
 * <p>Not thread-safe.
 */
final class ResourceWorld implements AutoCloseable {
    private static final String OWNER = "strangers over iiop";
    private static final int SETTLE_ROUNDS = 160;
    private static final long[] PAUSES_MILLIS = {50, 600, 2_000, 11_000};
    private static final List<String> COMPLETIONS = List.of("YES", "NO", "MAYBE");

    final List<String> history = new ArrayList<>();
    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire = IiopWires.open(clock, new TransportFixture.Limits(10_000, 0));
    private final Stranger stranger = new Stranger();
    private final SimulatedDisk disk = new SimulatedDisk();
    private SplittableRandom random = new SplittableRandom(0);
    private SimulatedStorage storage;
    private QueuedPeers queue;
    private ServiceNode node;

    // ---- of one transaction

    private final Map<String, ModelResource> resources = new LinkedHashMap<>();
    private final Map<String, Resource> references = new LinkedHashMap<>();
    private final Map<String, RecoveryCoordinator> recoveries = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Set<String> heuristics = new HashSet<>();

    /** Those of them whose heuristic outcome came after the client had its answer. */
    private final Set<String> heardLate = new HashSet<>();

    private Control control;
    private TransactionId id;
    private @Nullable Response ended;
    private boolean isEndAsked;
    private boolean isCommitted;
    private boolean isRestarted;
    private boolean isRogue;
    private boolean isOnePhaseAsked;
    private boolean isLostInOnePhase;
    private boolean isMarked;

    ResourceWorld() {
        start();
    }

    private void start() {
        storage = disk.mount(random);
        FileDecisionLog log = FileDecisionLog.open(
                storage, new LogOptions(LogOptions.SEGMENT_BYTES_MIN * 16), () -> new NodeId(1, 2));
        TestNode.Builder builder =
                TestNode.builder().events(new EventList()).clock(clock).log(log);
        node = new ServiceNode("bank", new Fixture(), builder, ServiceLimits.DEFAULT);
    }

    /** The wire of the node, with a queue before it. */
    private final class Fixture implements TransportFixture {
        @Override
        public Transport transport(String name, @Nullable NodeEpoch life, Function<String, @Nullable Class<?>> types) {
            queue = new QueuedPeers(wire.transport(name, life, types), clock);
            queue.whenAnswered(ResourceWorld.this::answered);
            return queue;
        }

        @Override
        public String address(String name) {
            return wire.address(name);
        }

        @Override
        public void tick() {
            queue.tick();
        }
    }

    private void restart() {
        history.add("the node restarts");
        isRestarted = true;
        if (ended == null && !isCommitted) {
            heuristics.clear(); // law 12: they are forced before the client hears them, and a rollback has no record
            // before
        }
        queue.forgetAll();
        queue.close();
        storage.crash();
        start();
    }

    @Override
    public void close() {
        stranger.close();
        node.close();
        wire.close();
    }

    // ---- one transaction

    /** Lets a transaction go its way. */
    void run(long seed) throws Exception {
        random = new SplittableRandom(seed);
        isRogue = random.nextInt(3) == 0;
        control = stranger.factory(wire.address("bank").substring("iiop://".length()))
                .create(60);
        id = node.node().coordinator().active().stream()
                .map(GlobalTransaction::id)
                .reduce((before, last) -> last)
                .orElseThrow();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            register("R" + i);
        }
        for (int i = 5 + random.nextInt(35); i > 0; i--) {
            step();
        }
        settle();
        verify();
    }

    private void register(String name) throws Exception {
        ModelResource resource = new ModelResource();
        Resource reference = ResourceHelper.unchecked_narrow(stranger.serve(resource));
        resources.put(name, resource);
        names.put(address(reference), name);
        try {
            RecoveryCoordinator recovery = control.get_coordinator().register_resource(reference);
            assertThat(isEndAsked).as("registered, and the end has begun").isFalse();
            history.add(name + " is registered");
            references.put(name, reference);
            recoveries.put(name, recovery);
        } catch (Inactive over) {
            history.add(name + " is refused");
            assertThat(isEndAsked || isMarked || isRestarted)
                    .as("the transaction is over")
                    .isTrue();
        } catch (SystemException refused) {
            history.add(name + " is refused: " + refused);
            assertThat(isEndAsked || isMarked || isRestarted)
                    .as("the transaction is over")
                    .isTrue();
        }
    }

    private String address(Resource reference) throws Exception {
        String text = stranger.stringified(reference);
        return "iiop://" + Ior.parse(text).place() + "/" + text;
    }

    private void end(boolean isCommit) {
        if (isEndAsked || isRestarted) {
            return;
        }
        history.add("the client ends it by " + (isCommit ? "commit" : "rollback"));
        isEndAsked = true;
        node.inbound().ask(new Caller(null, OWNER), new Request.End(id, isCommit, List.of(), true), response -> {
            assertThat(ended).as("the client is told once").isNull();
            history.add("the client is told " + response);
            ended = response;
        });
    }

    // ---- requests under way

    private ModelResource resource(QueuedPeers.Asked asked) {
        return resources.get(name(asked));
    }

    private String name(QueuedPeers.Asked asked) {
        return names.entrySet().stream()
                .filter(each -> asked.address.contains(each.getKey().replaceFirst(".*/", "")))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new AssertionError("nobody is at " + asked.address));
    }

    private static RemoteVerb verb(QueuedPeers.Asked asked) {
        return ((Request.Ask) asked.request).verb();
    }

    /** Chooses how an operation ends. */
    private void choose(ModelResource resource, RemoteVerb verb) {
        resource.vote = random.nextInt(10) < 8 ? "VoteCommit" : random.nextBoolean() ? "VoteReadOnly" : "VoteRollback";
        resource.completed = COMPLETIONS.get(random.nextInt(3));
        resource.isDone = !resource.completed.equals("NO") && random.nextBoolean();
        resource.end = "return";
        int chosen = random.nextInt(10);
        if (chosen < 2) {
            resource.end = one(List.of("COMM_FAILURE", "TRANSIENT", "TIMEOUT", "NO_RESPONSE", "INTERNAL", "UNKNOWN"));
        } else if (chosen < 5 && isRogue) {
            resource.end = one(OtsAnswers.ends(verb));
        }
        resource.isDone |= resource.completed.equals("YES") && OtsAnswers.isSystem(resource.end);
        if (resource.end.equals("return")) {
            resource.end = resource.repeated(verb);
        }
    }

    private void go(QueuedPeers.Asked asked, boolean isLost) {
        ModelResource resource = resource(asked);
        RemoteVerb verb = verb(asked);
        resource.verifyOrder(verb);
        Response response = isLost ? asked.send() : asked.go();
        String meant = OtsAnswers.meant(verb, resource.end, resource.completed, resource.vote);
        history.add(name(asked) + " " + verb + " ends by " + resource.end + " " + resource.completed + ": "
                + OtsAnswers.said(response) + ", it is " + resource.state);
        assertThat(OtsAnswers.said(response))
                .as("%s ended by %s", verb, resource.end)
                .isEqualTo(meant);
        if (isLost) {
            asked.lose(true);
        }
    }

    /** The node gets an answer. */
    private void answered(QueuedPeers.Asked asked, Response response) {
        RemoteVerb verb = verb(asked);
        if (verb == RemoteVerb.COMMIT || verb == RemoteVerb.COMMIT_ONE_PHASE) {
            isCommitted |= verb == RemoteVerb.COMMIT || resource(asked).state.equals("committed");
        }
        resource(asked).isHeardReadOnly |= response.equals(new Response.Answered(Answer.READ_ONLY));
        if (response instanceof Response.Answered heard
                && heard.answer().isHeuristic()
                && recoveries.containsKey(name(asked))) {
            boolean isNews = heuristics.add(name(asked));
            if (isNews && ended != null) {
                heardLate.add(name(asked));
            }
        }
        boolean isLost = response instanceof Response.Unanswered lost && lost.mayHaveArrived();
        isLostInOnePhase |= verb == RemoteVerb.COMMIT_ONE_PHASE && isLost;
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private void step() throws Exception {
        List<QueuedPeers.Asked> underWay = queue.underWay();
        noteDecision(underWay);
        int chosen = random.nextInt(100);
        if (chosen < 45 && !underWay.isEmpty()) {
            QueuedPeers.Asked asked = one(underWay);
            choose(resource(asked), verb(asked));
            go(asked, false);
        } else if (chosen < 52 && !underWay.isEmpty()) {
            QueuedPeers.Asked asked = one(underWay);
            history.add("lost: " + name(asked) + " " + verb(asked));
            if (random.nextBoolean()) {
                choose(resource(asked), verb(asked));
                go(asked, true);
            } else {
                asked.lose(random.nextBoolean());
            }
        } else if (chosen < 66) {
            end(random.nextInt(5) > 0);
        } else if (chosen < 76) {
            pass(PAUSES_MILLIS[random.nextInt(PAUSES_MILLIS.length)]);
        } else if (chosen < 90) {
            replay(one(List.copyOf(recoveries.keySet())));
        } else if (chosen < 94) {
            register("late" + resources.size());
        } else if (chosen < 96) {
            mark();
        } else if (chosen < 97) {
            restart();
        }
        noteDecision(queue.underWay());
    }

    /** A request to commit shows that it is decided. */
    private void noteDecision(List<QueuedPeers.Asked> underWay) {
        isCommitted |= isAmong(underWay, RemoteVerb.COMMIT);
        isOnePhaseAsked |= isAmong(underWay, RemoteVerb.COMMIT_ONE_PHASE);
    }

    private static boolean isAmong(List<QueuedPeers.Asked> underWay, RemoteVerb verb) {
        return underWay.stream().anyMatch(each -> each.request instanceof Request.Ask ask && ask.verb() == verb);
    }

    private void pass(long millis) {
        history.add(millis + " ms pass");
        clock.advance(Duration.ofMillis(millis));
        node.tick();
        node.node().coordinator().tick();
        node.node().recovery().run(true);
    }

    private void mark() throws Exception {
        try {
            control.get_coordinator().rollback_only();
            history.add("marked");
            assertThat(isEndAsked).as("marked, and the end has begun").isFalse();
            isMarked = true;
        } catch (Inactive | SystemException over) {
            assertThat(isEndAsked || isRestarted || isMarked)
                    .as("refused: %s", over)
                    .isTrue();
        }
    }

    /** A Resource asks for the decision (RecoveryCoordinator). */
    private void replay(String name) {
        ModelResource resource = resources.get(name);
        String answer;
        try {
            answer = String.valueOf(
                    recoveries.get(name).replay_completion(references.get(name)).value());
        } catch (NotPrepared notPrepared) {
            answer = "NotPrepared";
        } catch (NO_PERMISSION refused) {
            answer = "NO_PERMISSION";
        }
        history.add(name + " asks: " + answer);
        boolean isWaiting = resource.state.equals("prepared");
        switch (answer) {
            case "NotPrepared" ->
                assertThat(isEndAsked).as("NotPrepared, and the end has begun").isFalse();
            case "NO_PERMISSION" ->
                // after a restart the node knows only the Resources of its decision record, and a read-only one is not
                // there
                assertThat(isRestarted && isCommitted && resource.isHeardReadOnly)
                        .as("refused")
                        .isTrue();
            case "2" ->
                assertThat(isRestarted && !isCommitted)
                        .as("undecided, after a restart")
                        .isFalse();
            case "3" ->
                // a one-phase commit is a decision to commit; if its answer is lost, the coordinator does not know
                // whether
                // the Resource has committed, or has never been asked
                assertThat(isCommitted || isOnePhaseAsked).as("Committed").isTrue();
            case "4" -> {
                assertThat(isCommitted && isWaiting && heuristics.isEmpty())
                        .as("RolledBack, and %s is to commit", name)
                        .isFalse();
                if (isWaiting) {
                    resource.state = "rolled back";
                }
            }
            default -> throw new AssertionError("status " + answer);
        }
    }

    // ---- the end

    private void settle() throws Exception {
        history.add("---- nothing is lost from here on");
        end(random.nextBoolean());
        for (int round = 0; round < SETTLE_ROUNDS && !isQuiet(); round++) {
            for (List<QueuedPeers.Asked> all = queue.underWay(); !all.isEmpty(); all = queue.underWay()) {
                noteDecision(all);
                QueuedPeers.Asked asked = one(all);
                resource(asked).end = resource(asked).repeated(verb(asked));
                go(asked, false);
            }
            pass(6_000);
            for (String each : recoveries.keySet()) {
                if (resources.get(each).state.equals("prepared")) {
                    replay(each);
                }
            }
        }
    }

    private @Nullable GlobalTransaction known() {
        return node.node().coordinator().find(id);
    }

    private boolean isQuiet() {
        GlobalTransaction known = known();
        return queue.underWay().isEmpty()
                && (known == null || known.step() == Step.HEURISTIC)
                && resources.values().stream().noneMatch(each -> each.state.equals("prepared"));
    }

    private void verify() {
        assertThat(isQuiet()).as("all is quiet").isTrue();
        assertThat(isRestarted || ended != null).as("the client is told").isTrue();
        GlobalTransaction known = known();
        List<String> kept = new ArrayList<>();
        if (known != null) {
            known.participants().heuristics().forEach(each -> kept.add(each.toString()));
        }
        if (!heuristics.isEmpty() && !isCalm()) {
            assertThat(kept).as("heuristic outcomes of %s are kept", heuristics).isNotEmpty();
        }
        Outcome outcome = ended instanceof Response.Ended over ? over.outcome() : null;
        if (outcome == Outcome.COMMITTED) {
            statesInTime().forEach((name, state) -> assertThat(state).as(name).isIn("committed", "read-only"));
        } else if (outcome == Outcome.ROLLED_BACK) {
            statesInTime()
                    .forEach((name, state) -> assertThat(state).as(name).isNotIn("committed", "committed by itself"));
        }
        if (!isRogue && !isLostInOnePhase) {
            assertThat(kept).isEmpty();
            boolean isSplit = states().containsValue("committed") && states().containsValue("rolled back");
            assertThat(isSplit).as("some have committed: %s", states()).isFalse();
        }
        if (isLostInOnePhase && outcome != null) {
            assertThat(outcome).as("a one-phase commit without an answer").isEqualTo(Outcome.HEURISTIC_HAZARD);
        }
        if (outcome != null && !isRestarted) {
            verifyToldAgain(outcome);
        }
    }

    /** Whether all that was decided alone agrees with the decision, so that nothing need be kept. */
    private boolean isCalm() {
        return heuristics.stream().allMatch(each -> {
            String state = resources.get(each).state;
            return isCommitted
                    ? state.equals("committed by itself") || state.equals("committed")
                    : state.startsWith("rolled back");
        });
    }

    /**
     * The states that the client's outcome must agree with. If a Resource does not answer, the client hears the decision
     * and recovery repeats it. A heuristic outcome that comes after that can't be in the client's answer. The node keeps
     * it for the operator.
     */
    private Map<String, String> statesInTime() {
        Map<String, String> states = states();
        states.keySet().removeAll(heardLate);
        return states;
    }

    private Map<String, String> states() {
        Map<String, String> states = new LinkedHashMap<>();
        resources.forEach((name, resource) -> {
            if (!resource.state.equals("active") && recoveries.containsKey(name)) {
                states.put(name, resource.state);
            }
        });
        return states;
    }

    /** The client asks at its Terminator, and hears the same (OTS 1.4, Terminator interface). */
    private void verifyToldAgain(Outcome outcome) {
        String expected = switch (outcome) {
            case COMMITTED, HEURISTIC_COMMIT -> "done";
            case ROLLED_BACK -> "TRANSACTION_ROLLEDBACK";
            case HEURISTIC_ROLLBACK, HEURISTIC_MIXED -> "HeuristicMixed";
            case HEURISTIC_HAZARD -> "HeuristicHazard";
            default -> "UNKNOWN";
        };
        String told;
        try {
            control.get_terminator().commit(true);
            told = "done";
        } catch (Exception failure) {
            told = failure.getClass().getSimpleName();
        }
        assertThat(told).as("what the client is told again").isEqualTo(expected);
    }
}
