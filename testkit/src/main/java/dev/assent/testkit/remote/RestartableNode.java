package dev.assent.testkit.remote;

import dev.assent.core.identity.NodeId;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Transaction;
import dev.assent.remote.service.TransactionAttribute;
import dev.assent.testkit.resource.RecordingResource;
import dev.assent.testkit.resource.TestNode;
import dev.assent.testkit.storage.SimulatedDisk;
import dev.assent.testkit.storage.SimulatedStorage;
import java.util.Collection;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A node with an {@link Office} and a resource of its own name, which can be killed and started again on its old log.
 *
 * <p>Thread safety: it is started, killed and closed by one thread at a time; the other methods may be called by any
 * thread.
 */
final class RestartableNode implements AutoCloseable {
    private final String name;
    private final ContractWorld world;
    private final RecordingResource resource;
    private final SplittableRandom random;
    private SimulatedDisk disk = new SimulatedDisk();
    private volatile Runnable duringWork = () -> {};
    private volatile @Nullable Life life;

    /** From a start to the end that follows it. */
    private record Life(ServiceNode service, SimulatedStorage storage) {}

    RestartableNode(String name, ContractWorld world) {
        this.name = name;
        this.world = world;
        this.resource = new RecordingResource(name, world.events());
        this.random = new SplittableRandom(name.hashCode());
        start();
    }

    // ---- its life

    /** Starts it from its log. */
    void start() {
        SimulatedStorage storage = disk.mount(random.split());
        LogOptions options = new LogOptions(LogOptions.SEGMENT_BYTES_MIN * 4);
        FileDecisionLog log =
                FileDecisionLog.open(storage, options, () -> new NodeId(name.hashCode(), random.nextLong()));
        TestNode.Builder builder =
                TestNode.builder().events(world.events()).clock(world.clock()).log(log);
        ServiceNode service = new ServiceNode(name, world.wire(), builder, world.limits());
        service.workers = world.workers();
        service.node().register(resource);
        service.services()
                .export("office", Office.class, new OfficeBean(this, service), TransactionAttribute.MANDATORY);
        life = new Life(service, storage);
    }

    /** Starts another node at its place, with an empty log. */
    void startAnother() {
        disk = new SimulatedDisk();
        start();
    }

    /** Ends it by a loss of power: nothing that goes on in its threads does anything any more. */
    SimulatedDisk kill() {
        Life killed = Objects.requireNonNull(life);
        killed.storage().crash();
        resource.disconnect();
        killed.service().faulty().kill();
        life = null;
        return disk;
    }

    /** Kills it, and starts it from its log. */
    void restart() {
        kill();
        start();
    }

    /** Starts it on what another log has. */
    void start(SimulatedDisk other) {
        disk = other;
        start();
    }

    /** The disk of its log. */
    SimulatedDisk disk() {
        return disk;
    }

    /** From now on it answers nothing, or again. */
    void setHanging(boolean hangs) {
        service().faulty().setHanging(hangs);
    }

    boolean isAlive() {
        return life != null;
    }

    /** Ends it in good order; nothing when it was killed. */
    @Override
    public void close() {
        Life ended = life;
        if (ended != null) {
            ended.service().close();
        }
    }

    // ---- acts

    /** Runs something whenever work is done in its office. */
    void duringWork(Runnable action) {
        duringWork = action;
    }

    void duringWork() {
        duringWork.run();
    }

    /** Begins a transaction of the calling thread, with work on the resource. */
    JtaTransaction begin() throws Exception {
        return service().node().beginOn(resource);
    }

    /** The office at an address, as this node calls it. */
    Office office(RestartableNode other) {
        return service().services().connect(other.officeAddress(), Office.class);
    }

    /** One recovery pass, which tries everybody. */
    void recover() {
        service().node().recovery().run(true);
    }

    // ---- state

    String name() {
        return name;
    }

    String address() {
        return world.wire().address(name);
    }

    /** Whether messages to an address reach it: its process, or an object in that. */
    boolean isAt(String to) {
        return to.equals(address()) || to.startsWith(address() + "/");
    }

    String officeAddress() {
        return address() + "/office";
    }

    ServiceNode service() {
        return Objects.requireNonNull(life, name + " is dead").service();
    }

    Coordinator coordinator() {
        return service().node().coordinator();
    }

    RecordingResource resource() {
        return resource;
    }

    /** How often its log was forced in this life. */
    long forces() {
        return Objects.requireNonNull(life).storage().forces();
    }

    /** Whether it has nothing to do for any transaction. */
    boolean isIdle() {
        return coordinator().isIdle() && coordinator().parked().isEmpty();
    }

    /** Its unfinished work, in a sentence. */
    String unfinished() {
        Function<Collection<Transaction>, Object> steps =
                some -> some.stream().map(each -> each.id() + " " + each.step()).toList();
        return name + " has " + steps.apply(coordinator().active()) + " under way and "
                + steps.apply(coordinator().parked()) + " parked";
    }

    @Override
    public String toString() {
        return name;
    }
}
