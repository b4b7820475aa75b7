package dev.assent.transport.iiop.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.commit.Step;
import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.xa.XaVerb;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.transport.Transport;
import dev.assent.transport.iiop.IiopWires;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.SystemException;
import org.omg.CosTransactions.Coordinator;
import org.omg.CosTransactions.CoordinatorHelper;
import org.omg.CosTransactions.RecoveryCoordinatorHelper;
import org.omg.CosTransactions.RecoveryCoordinatorPOA;
import org.omg.CosTransactions.Resource;
import org.omg.CosTransactions.Status;
import org.omg.CosTransactions.otid_t;
import org.omg.IOP.ServiceContext;

/**
 * A real node with the real transport as the Resource of a stranger's coordinator, which asks in any order, again, after a
 * restart of the node, and after its time. Each answer must be one that the table allows, and the data must agree with all
 * of them.
 *
 * <p>Not thread-safe.
 */
final class SubordinateResourceWorld implements AutoCloseable {
    private static final byte[] TID = "0:ffff7f000001:75fc6835:6b000567".getBytes(StandardCharsets.US_ASCII);
    private static final long[] PAUSES_MILLIS = {600, 11_000, 61_000};

    /**
     * A row an operation, a column a state of the Resource (OTS 1.4, Resource interface; docs/design/ots.md): the possible
     * answers. OVER: nobody but the log knows it, and presumed abort and an acknowledged commit are alike.
     */
    private static final String TABLE = """
            operation        | ACTIVE                  | PREPARED          | READ_ONLY              | ROLLED_BACK             | COMMITTED                | SPOILT
            prepare          | by vote                 | VoteCommit        | VoteReadOnly,VoteRollback | VoteRollback         | VoteCommit,VoteRollback  | VoteCommit
            commit           | HeuristicRollback       | done              | done                   | HeuristicRollback,done  | done                     | HeuristicRollback
            rollback         | done                    | done              | done                   | done                    | done                     | done
            commit_one_phase | by vote                 | -                 | HeuristicHazard,done   | TRANSACTION_ROLLEDBACK,HeuristicHazard | HeuristicHazard,done | HeuristicHazard
            forget           | done                    | done              | done                   | done                    | done                     | done,TRANSIENT\
            """;

    /** The answers that decide nothing, also those that vendors number differently (docs/design/iiop.md). */
    private static final List<Status> UNDECIDED = List.of(
            Status.StatusPrepared,
            Status.StatusNoTransaction,
            Status.StatusPreparing,
            Status.StatusCommitting,
            Status.StatusUnknown);

    private enum State {
        ACTIVE,
        PREPARED,
        READ_ONLY,
        ROLLED_BACK,
        COMMITTED,

        /** It has rolled back by itself after its vote, and was told to commit. */
        SPOILT
    }

    final List<String> history = new ArrayList<>();
    private final Map<String, Map<State, String>> cells = new TreeMap<>();
    private final SplittableRandom random;
    private final AdjustableClock clock = new AdjustableClock();
    private final EventList events = new EventList();
    private final TransportFixture wire = IiopWires.open(clock, new TransportFixture.Limits(10_000, 0));
    private final Stranger stranger = new Stranger();
    private final SimulatedDisk disk = new SimulatedDisk();
    private final RecordingResource data = new RecordingResource("data", events);
    private final RecordedCoordinator superior = new RecordedCoordinator(stranger);
    private final String vote;
    private final boolean isSpoiling;

    /** Whether the superior forgets a commit as soon as it is confirmed. */
    private final boolean isForgetful;

    private SimulatedStorage storage;
    private ServiceNode node;
    private Transport transport;
    private State state = State.ACTIVE;
    private boolean isForgotten;
    private boolean isRestarted;
    private boolean hasVoted;

    /** The exported interface. */
    public interface Account {
        /** Adds to it. */
        int add(int amount);
    }

    SubordinateResourceWorld(long seed) throws Exception {
        random = new SplittableRandom(seed);
        List<String[]> rows =
                TABLE.lines().map(each -> each.strip().split("\\s*\\|\\s*")).toList();
        for (String[] row : rows.subList(1, rows.size())) {
            Map<State, String> cell = new TreeMap<>();
            for (int i = 1; i < row.length; i++) {
                cell.put(State.valueOf(rows.get(0)[i]), row[i]);
            }
            cells.put(row[0], cell);
        }
        start();
        int chosen = random.nextInt(6);
        vote = chosen == 0 ? "VoteReadOnly" : chosen == 1 ? "VoteRollback" : "VoteCommit";
        isSpoiling = chosen == 2;
        isForgetful = seed % 2 == 0;
        superior.recovery = RecoveryCoordinatorHelper.unchecked_narrow(stranger.serve(new RecoveryCoordinatorPOA() {
            @Override
            public Status replay_completion(Resource again) {
                Status decided = superior.decided;
                return decided == Status.StatusPrepared
                        ? UNDECIDED.get(superior.asked.getAndIncrement() % UNDECIDED.size())
                        : decided;
            }
        }));
        Coordinator coordinator = CoordinatorHelper.unchecked_narrow(stranger.serve(superior));
        stranger.sends(new ServiceContext(0, stranger.context(coordinator, new otid_t(131_072, 3, TID))));
        Stranger.call(stranger.resolve(wire.address("bank").substring("iiop://".length()), "account"), "add", 1);
        stranger.sends(null);
        plan();
    }

    /** What the data do; a read-only vote and a refusal also end a commit in one phase. */
    private void plan() {
        switch (vote) {
            case "VoteReadOnly" -> data.votes(XAResource.XA_RDONLY);
            case "VoteRollback" -> data.fails(XaVerb.PREPARE, XAException.XA_RBROLLBACK);
            default -> {
                if (isSpoiling) {
                    data.fails(XaVerb.COMMIT, XAException.XA_HEURRB);
                }
            }
        }
    }

    private void start() {
        storage = disk.mount(random);
        FileDecisionLog log =
                FileDecisionLog.open(storage, new LogOptions(LogOptions.SEGMENT_BYTES_MIN), () -> new NodeId(1, 2));
        TestNode.Builder builder =
                TestNode.builder().events(events).clock(clock).log(log);
        node = new ServiceNode("bank", new Fixture(), builder, ServiceLimits.DEFAULT);
        node.node().register(data);
        node.services().export("account", Account.class, this::add, CallTransaction.MANDATORY);
    }

    private int add(int amount) {
        node.work(data);
        return amount + 1;
    }

    /** The wire of the node. */
    private final class Fixture implements TransportFixture {
        @Override
        public Transport transport(String name, @Nullable NodeEpoch life, Function<String, @Nullable Class<?>> types) {
            transport = wire.transport(name, life, types);
            return transport;
        }

        @Override
        public String address(String name) {
            return wire.address(name);
        }

        @Override
        public void tick() {
            transport.tick();
        }
    }

    @Override
    public void close() {
        stranger.close();
        node.close();
        wire.close();
    }

    // ---- the schedule

    /** One step. */
    void step() throws Exception {
        int chosen = random.nextInt(20);
        switch (chosen) {
            case 0 -> restart();
            case 1, 2 -> pass();
            default -> ask(List.copyOf(cells.keySet()).get(random.nextInt(cells.size())));
        }
    }

    private void restart() {
        history.add("the node restarts");
        isRestarted = true;
        transport.close();
        storage.crash();
        data.disconnect();
        if (state == State.ACTIVE) {
            state = State.ROLLED_BACK;
        }
        start();
        // the record of a rollback may be lost, and then the node asks its superior again
        Waiting.awaitWhileTimePasses().pollInSameThread().until(() -> {
            node.node().recovery().run(true);
            return state == State.PREPARED
                    || node.node().coordinator().parked().stream().noneMatch(each -> each.step() == Step.PREPARED);
        });
    }

    private void pass() {
        long millis = PAUSES_MILLIS[random.nextInt(PAUSES_MILLIS.length)];
        history.add(millis + " ms pass");
        clock.advance(Duration.ofMillis(millis));
        node.tick();
        node.node().coordinator().tick();
        if (state == State.ACTIVE && node.node().coordinator().active().isEmpty()) {
            state = State.ROLLED_BACK; // its time is over
        }
    }

    private void ask(String operation) throws Exception {
        String cell = cells.get(operation).get(state);
        if (cell.equals("-") || isSpoiling && operation.equals("commit_one_phase")) {
            return;
        }
        State before = state;
        decide(operation);
        String answer = answer(operation);
        history.add(operation + " in " + before + ": " + answer);
        assertThat(List.of(allowed(operation, cell).split(",")))
                .as("%s in %s", operation, before)
                .contains(answer);
        hasVoted |= operation.equals("prepare") && before == State.ACTIVE;
        state = next(operation, answer);
        verify();
    }

    /**
     * A superior decides before it sends the decision, and answers questions accordingly. After the commit is confirmed
     * it may forget the transaction, and then its answer is the presumed rollback.
     */
    private void decide(String operation) {
        if (state == State.PREPARED && operation.equals("commit")) {
            superior.decided = Status.StatusCommitted;
        } else if (state == State.PREPARED && operation.equals("rollback")
                || state == State.ROLLED_BACK
                || state == State.COMMITTED && isForgetful) {
            superior.decided = Status.StatusRolledBack;
        }
    }

    private String allowed(String operation, String cell) {
        if (isForgotten) {
            return cell + ",VoteRollback,done,HeuristicRollback,HeuristicHazard";
        }
        if (state == State.PREPARED && isSpoiling && operation.equals("commit")) {
            return "HeuristicRollback";
        }
        if (operation.equals("prepare") && hasVoted) {
            return cell + "," + vote; // its vote again, as long as it remembers; after the decision it binds nobody
        }
        if (operation.equals("prepare") && state == State.COMMITTED) {
            return "VoteReadOnly,VoteRollback"; // it has committed in one phase
        }
        if (!cell.equals("by vote")) {
            return cell;
        }
        return operation.equals("prepare")
                ? vote
                : vote.equals("VoteRollback") ? "done,TRANSACTION_ROLLEDBACK" : "done";
    }

    private State next(String operation, String answer) {
        switch (operation) {
            case "prepare" -> {
                if (state == State.ACTIVE) {
                    return switch (answer) {
                        case "VoteCommit" -> State.PREPARED;
                        case "VoteReadOnly" -> State.READ_ONLY;
                        default -> State.ROLLED_BACK;
                    };
                }
            }
            case "commit" -> {
                if (state == State.PREPARED) {
                    return answer.equals("done") ? State.COMMITTED : State.SPOILT;
                }
                return state == State.ACTIVE ? State.ROLLED_BACK : state;
            }
            case "rollback" -> {
                return state == State.PREPARED || state == State.ACTIVE ? State.ROLLED_BACK : state;
            }
            case "commit_one_phase" -> {
                return state != State.ACTIVE ? state : answer.equals("done") ? State.COMMITTED : State.ROLLED_BACK;
            }
            default -> isForgotten |= state == State.SPOILT && answer.equals("done");
        }
        return state;
    }

    /**
     * The answer. A node that has restarted carries a decision out in its next recovery pass, and answers after that.
     * Without a restart the answer must come by itself.
     */
    private String answer(String operation) throws Exception {
        if (!isRestarted) {
            return invoke(operation);
        }
        FutureTask<String> invocation = new FutureTask<>(() -> invoke(operation));
        Thread caller = new Thread(invocation, "superior");
        caller.setDaemon(true);
        caller.start();
        Waiting.awaitWhileTimePasses().pollInSameThread().until(() -> {
            node.node().recovery().run(true);
            return invocation.isDone();
        });
        return invocation.get();
    }

    private String invoke(String operation) {
        Resource resource = superior.resources.get(0);
        try {
            switch (operation) {
                case "prepare" -> {
                    return List.of("VoteCommit", "VoteRollback", "VoteReadOnly")
                            .get(resource.prepare().value());
                }
                case "commit" -> resource.commit();
                case "rollback" -> resource.rollback();
                case "commit_one_phase" -> resource.commit_one_phase();
                default -> resource.forget();
            }
            return "done";
        } catch (SystemException failure) {
            return failure.getClass().getSimpleName();
        } catch (Exception declared) {
            return declared.getClass().getSimpleName();
        }
    }

    // ---- what must hold

    private void verify() {
        String what = state.toString().toLowerCase(Locale.ROOT);
        switch (state) {
            case COMMITTED -> assertThat(data.rolledBack()).as(what).isZero();
            case ROLLED_BACK, SPOILT -> assertThat(data.committed()).as(what).isZero();
            case PREPARED -> {
                assertThat(data.committed() + data.rolledBack()).as(what).isZero();
                assertThat(data.known()).as("its branch").isOne();
            }
            default -> {
                // nothing is decided
            }
        }
    }

    /** Its superior tells it the end; nothing is left of it. */
    void settle() throws Exception {
        if (state == State.ACTIVE || state == State.PREPARED) {
            ask("rollback");
        }
        if (state == State.SPOILT) {
            for (int i = 0; i < 20 && !isForgotten; i++) {
                ask("forget");
                pass();
            }
        }
        // the record of a rollback need not be durable, and then it asks after a restart
        Waiting.awaitWhileTimePasses().pollInSameThread().until(() -> {
            clock.advance(Duration.ofSeconds(60));
            node.node().recovery().run(true);
            return node.node().coordinator().isIdle()
                    && node.node().coordinator().parked().isEmpty();
        });
        assertThat(data.known()).as("branches that are left").isZero();
        if (state == State.COMMITTED && vote.equals("VoteCommit")) {
            assertThat(data.committed()).isOne();
        }
    }
}
