package dev.assent.resources.simulation;

import dev.assent.core.fixture.storage.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The node of a world with its pools, through all its lives, and the servers behind them.
 *
 * <p>Thread safety: for the world's thread; the pools are safe to share.
 */
final class PoolNode {
    private final SimulatedDisk disk = new SimulatedDisk();
    private final SplittableRandom chance;
    private final List<DatabaseDriver> databases;
    private final BrokerDriver broker;
    private final List<TestedPool.Settings> settings;
    private volatile SteeredNode life;
    private volatile List<TestedPool> pools;
    private volatile @Nullable TestedPool closing;
    private final List<String> toldBefore = new ArrayList<>();

    PoolNode(SplittableRandom chance, Faults faults, Parking parking, Consumer<String> history) {
        this.chance = chance;
        this.databases = List.of(
                new DatabaseDriver(new Lines(new Server("orders"), faults, parking, history, chance.split())),
                new DatabaseDriver(new Lines(new Server("stock"), faults, parking, history, chance.split())));
        this.broker = new BrokerDriver(new Lines(new Server("queues"), faults, parking, history, chance.split()));
        boolean isImpatient = chance.nextInt(8) == 0;
        int secondsMax = chance.nextInt(12) == 0 ? 1 : 0;
        this.settings =
                List.of(settings(isImpatient, secondsMax), settings(isImpatient, secondsMax), settings(isImpatient, 0));
        this.life = new SteeredNode(disk, chance);
        this.pools = open();
    }

    private TestedPool.Settings settings(boolean isImpatient, int secondsMax) {
        return new TestedPool.Settings(
                1 + chance.nextInt(3), isImpatient ? 40 : 300_000, chance.nextInt(3) == 0, secondsMax);
    }

    private List<TestedPool> open() {
        List<TestedPool> made = new ArrayList<>();
        for (int i = 0; i < databases.size(); i++) {
            made.add(TestedPool.ofDatabase(life, databases.get(i), settings.get(i)));
        }
        made.add(TestedPool.ofBroker(life, broker, settings.get(databases.size())));
        return List.copyOf(made);
    }

    SteeredNode life() {
        return life;
    }

    List<TestedPool> pools() {
        return pools;
    }

    List<Line> openLines() {
        return pools.stream().flatMap(each -> each.open().stream()).toList();
    }

    /** What operators would read, in all lives. */
    List<String> told() {
        List<String> all = new ArrayList<>(toldBefore);
        all.addAll(life.told());
        return all;
    }

    boolean isOpen(TestedPool pool) {
        return pool != closing && pools.contains(pool);
    }

    /** Closes one of the pools and opens it again. */
    void reopen(int which) {
        TestedPool before = pools.get(which);
        closing = before;
        before.close();
        List<TestedPool> fresh = new ArrayList<>(pools);
        fresh.set(
                which,
                which < databases.size()
                        ? TestedPool.ofDatabase(life, databases.get(which), settings.get(which))
                        : TestedPool.ofBroker(life, broker, settings.get(which)));
        pools = List.copyOf(fresh);
    }

    /** The process ends without a word. Its sessions end with it. */
    void die(boolean withPower) {
        life.crash(withPower);
        openLines().forEach(each -> each.lose(false));
        toldBefore.addAll(life.told());
    }

    /** The pools of the dead process, which a test must still close. */
    void bury() {
        pools.forEach(TestedPool::close);
    }

    /** The next life. */
    void live() {
        life = new SteeredNode(disk, chance);
        pools = open();
    }

    /** An orderly end. */
    void close() {
        pools.forEach(TestedPool::close);
        life.close();
    }
}
