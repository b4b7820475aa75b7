package dev.assent.resources.simulation;

import dev.assent.AssentConfig;
import dev.assent.MetricsSnapshot;
import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.NodeOperator;
import dev.assent.RecoveryReport;
import dev.assent.RegisteredDataSource;
import dev.assent.core.Closing;
import dev.assent.core.InternalNode;
import dev.assent.core.NodeLayer;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.core.local.LocalResource;
import dev.assent.core.log.FileDecisionLog;
import dev.assent.core.log.LogOptions;
import dev.assent.core.observe.Notices;
import dev.assent.core.transaction.Coordinator;
import dev.assent.spi.RecoverableResource;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import javax.sql.XADataSource;

/**
 * One life of a node for pools: the real parts of core. Its log is on a simulated disk, its time passes when the world
 * says so, its threads are those of the world, and recovery runs when it is called.
 *
 * <p>Thread safety: as the parts.
 */
final class SteeredNode implements InternalNode {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

    private final TestNode node;
    private final SimulatedStorage storage;
    private final UnsureLog log;

    SteeredNode(SimulatedDisk disk, SplittableRandom chance) {
        storage = disk.mount(chance.split());
        SplittableRandom identities = chance.split();
        log = new UnsureLog(FileDecisionLog.open(
                storage,
                new LogOptions(LogOptions.SEGMENT_BYTES_MIN),
                () -> new NodeId(identities.nextLong(), identities.nextLong())));
        node = TestNode.builder().log(log).open();
    }

    /** Lets time pass: transactions whose time is over roll back. */
    void advance(Duration time) {
        node.advance(time);
    }

    /** The next force of the log has an unknown outcome; the disk may have the record nevertheless. */
    void failNextForce(boolean isForced) {
        log.failNextForce(isForced);
    }

    /** The process ends without a word; the disk may lose what was not forced. */
    void crash(boolean withPower) {
        if (withPower) {
            storage.crash();
        } else {
            storage.kill();
        }
    }

    /** What operators would read. */
    List<String> told() {
        return node.notices().all();
    }

    boolean awaitsRecovery() {
        return node.awaitsRecovery();
    }

    @Override
    public Coordinator coordinator() {
        return node.coordinator();
    }

    @Override
    public Notices notices() {
        return node.notices();
    }

    @Override
    public AssentConfig config() {
        return AssentConfig.defaults();
    }

    @Override
    public NodeLayer layer() {
        return NodeLayer.NONE;
    }

    @Override
    public void register(LocalResource resource) {
        node.resources().register(resource);
    }

    @Override
    public void unregister(LocalResource resource) {
        node.resources().unregister(resource);
    }

    @Override
    public Runnable show(String type, String name, Object bean) {
        return () -> {};
    }

    @Override
    public Closing shut() {
        close();
        return new Closing("the node", CLOSE_LIMIT);
    }

    @Override
    public boolean isRunning() {
        return node.coordinator().isRunning() && node.log().isAccepting();
    }

    @Override
    public boolean isHeld() {
        return false;
    }

    @Override
    public NodeEpoch life() {
        return node.coordinator().life();
    }

    @Override
    public TransactionManager transactionManager() {
        return node.manager();
    }

    @Override
    public UserTransaction userTransaction() {
        return node.manager();
    }

    @Override
    public TransactionSynchronizationRegistry synchronizationRegistry() {
        return node.registry();
    }

    @Override
    public void register(RecoverableResource resource) {
        node.register(resource);
    }

    @Override
    public RegisteredDataSource resource(String name, XADataSource source) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void unregister(RecoverableResource resource) {
        node.resources().unregister(resource);
    }

    @Override
    public void suspect(String resource) {
        node.recovery().suspect(resource);
    }

    @Override
    public void allResourcesAreRegistered() {
        // recovery runs when the world says so
    }

    @Override
    public RecoveryPause pauseRecovery() {
        return () -> {};
    }

    @Override
    public RecoveryReport recover() {
        return node.recovery().run(true);
    }

    @Override
    public NodeOperator operator() {
        throw new UnsupportedOperationException();
    }

    @Override
    public MetricsSnapshot metrics() {
        return node.metrics();
    }

    @Override
    public MetricsSnapshot.Log logStatistics() {
        return node.log().statistics();
    }

    @Override
    public boolean drain(Duration limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration closeLimit() {
        return CLOSE_LIMIT;
    }

    @Override
    public void close() {
        node.close();
    }
}
