package dev.assent.testkit.simulation;

import dev.assent.core.fixture.storage.SimulatedDisk;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.testkit.simulation.Schedule.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One simulated world: nodes on their disks, resources, clients, and their faults. First a storm, then all faults stop,
 * and then everything must come to an end by the laws.
 *
 * <p>Not thread-safe: a world lives in one thread.
 */
final class World {
    private static final int EVENTS_MAX = 3_000;

    /** More for each port call that there are to be: some events only wait. */
    private static final int EVENTS_PER_PORT_CALL = 30;

    /** Long names make records of several sectors, which can be torn. */
    private static final int NAME_PADDING = 60;

    static final long TICK_NANOS = 50_000_000L;

    private final History history;
    private final Chance chance;
    private final Profile profile;
    private final int portCallsMin;
    private final Schedule schedule = new Schedule(this);
    private final Ledger ledger = new Ledger(this);
    private final Oracles oracles = Oracles.of(this);
    private final List<SimulatedResource> resources = new ArrayList<>();
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final List<Client> clients = new ArrayList<>();
    private final List<Roamer> roamers = new ArrayList<>();
    private final List<Foreigner> foreigners = new ArrayList<>();
    private final SimulatedNetwork network = new SimulatedNetwork(this);
    private final Strangers strangers = new Strangers(this);
    private final PutBack putBack = new PutBack(this);
    private final Aims aims = new Aims(this);
    private final LostNode lost;
    private final SimulatedOperator operator;
    private final Set<GlobalTransaction> inside = new HashSet<>();
    private final List<SimulatedWaiter> waiters = new ArrayList<>();
    private long lastTickNanos;
    private long resourceCalls;
    private long stormCalls;
    private long portCalls;
    private long stormPortCalls;
    private int plansUsed;
    private @Nullable String copiedAddress;
    private boolean isQuiet;
    private boolean isPeaceful;

    /**
     * A world that is to be run.
     *
     * @param portCallsMin how many port calls there are to be before the calm
     * @param isRecorded whether its history is kept
     */
    World(Chance chance, Profile profile, int portCallsMin, boolean isRecorded) {
        this.chance = chance;
        this.profile = profile;
        this.portCallsMin = portCallsMin;
        this.lost = new LostNode(this);
        this.operator = new SimulatedOperator(this);
        this.history = new History(isRecorded, schedule::passedNanos);
        String padding = chance.of(0.3) ? "-".repeat(NAME_PADDING) : "";
        for (int i = 0; i < profile.load().resources(); i++) {
            resources.add(new SimulatedResource(this, "r" + i, padding));
        }
        for (int i = 0; i < profile.load().clients(); i++) {
            clients.add(new Client(
                    this, i % profile.network().nodes(), profile.load().transactions()));
        }
        for (int i = 0; i < profile.network().roamers(); i++) {
            roamers.add(new Roamer(this, "roamer " + i, profile.load().transactions()));
        }
        for (int i = 0; i < profile.network().foreigners(); i++) {
            foreigners.add(new Foreigner(this, "abroad" + i, profile.load().transactions()));
        }
    }

    private boolean isEveryClientFinished() {
        return clients.stream().allMatch(Client::isFinished)
                && roamers.stream().allMatch(Roamer::isFinished)
                && foreigners.stream().allMatch(Foreigner::isFinished);
    }

    /** Runs it to its end. */
    void run() {
        if (history.isRecorded()) {
            history.detail(profile.toString());
            history.line("nodes: " + profile.network().nodes() + ", resources: " + resources.size() + ", clients: "
                    + clients.size() + ", without a transaction manager: " + roamers.size()
                    + ", with another one: " + foreigners.size());
        }
        for (int i = 0; i < profile.network().nodes(); i++) {
            add(i == 0 ? "n" : "n" + i, new SimulatedDisk());
        }
        List.copyOf(nodes).forEach(SimulatedNode::start);
        new Storm(this).begin();
        int eventsMax = Math.max(EVENTS_MAX, EVENTS_PER_PORT_CALL * portCallsMin);
        for (int i = 0; i < eventsMax && !isOver(); i++) {
            if (!schedule.runNext() && !isGoingOn(true)) {
                break;
            }
        }
        if (!ledger.isBroken()) {
            new Calm(this).run();
        }
        waiters.forEach(SimulatedWaiter::release);
    }

    private boolean isOver() {
        return ledger.isBroken() || (isEveryClientFinished() && !isGoingOn(false));
    }

    /**
     * Whether there is more to come though the clients have begun all they were to begin, since too little has happened:
     * one that has no transaction under way begins another.
     *
     * @param isAtRest whether nothing at all is under way
     */
    private boolean isGoingOn(boolean isAtRest) {
        if (portCalls >= portCallsMin || ledger.isBroken()) {
            return false;
        }
        List<Client> free = clients.stream()
                .filter(each -> isAtRest || !each.isBusy())
                .filter(each -> nodes.get(each.home()).life() != null)
                .toList();
        if (!free.isEmpty()) {
            Client next = chance.oneOf(free);
            next.more();
            next.next(Objects.requireNonNull(nodes.get(next.home()).life()));
        }
        return !free.isEmpty() || !isAtRest;
    }

    /** A copy of this node's folder begins to run at its address. */
    void copied(SimulatedNode node) {
        copiedAddress = SimulatedNetwork.address(node);
    }

    /** The node on a copy of the folder of the one at this address; null when there is none. */
    @Nullable SimulatedNode copyAt(String address) {
        return address.equals(copiedAddress) ? nodes.get(nodes.size() - 1) : null;
    }

    /** How an older copy of a folder comes back in its place. */
    PutBack putBack() {
        return putBack;
    }

    /** A node has started. */
    void opened(NodeLife life) {
        strangers.opened(life);
        lost.opened(life);
        schedule.after(chance.delayNanos(), life, Kind.RECOVERY, () -> life.recover(true));
        if (profile.network().nodes() > 1) {
            clients.stream().filter(client -> client.isAt(life.node())).forEach(client -> client.next(life));
        } else if (life.node() == nodes.get(0) || clients.size() > 1) {
            clients.forEach(client -> client.next(life));
        }
    }

    /**
     * Whether a thread may be the one that is inside a transaction: no other one is, which could not go on before this one
     * has given up.
     */
    boolean enter(GlobalTransaction engine) {
        return inside.add(engine);
    }

    /** Ends what {@link #enter} began. */
    void leave(GlobalTransaction engine) {
        inside.remove(engine);
    }

    /** The timers of all nodes, at most once a period. */
    void tick() {
        if (schedule.nowNanos() - lastTickNanos < TICK_NANOS) {
            return;
        }
        lastTickNanos = schedule.nowNanos();
        network.tick();
        foreigners.forEach(Foreigner::tick);
        for (SimulatedNode node : nodes) {
            NodeLife life = node.life();
            if (life != null) {
                schedule.after(0, life, Kind.STEP, life::tick);
            }
        }
    }

    /** Makes time go on until a transaction that its client has left reaches its timeout. */
    void awaitTimeout(int timeoutMillis) {
        schedule.after(timeoutMillis * 1_000_000L + TICK_NANOS, null, Kind.STEP, () -> {});
    }

    /** Whether something of this chance goes wrong now. */
    boolean mayFail(double probability) {
        return !isQuiet && chance.of(probability);
    }

    /** The same, of a call in which the world may aim at that. */
    boolean mayFail(double probability, String call, String fault) {
        return mayFail(probability) || (!isQuiet && aims.isHit(call, fault));
    }

    Aims aims() {
        return aims;
    }

    /** Whether the end of a life that begins now is a loss of power. */
    boolean endsByPower() {
        boolean isAim =
                !profile.aims().isEmpty() && profile.aims().get(0).fault().equals(Coverage.POWER_LOST);
        return isAim || chance.of(profile.crashes().power());
    }

    void calm() {
        isQuiet = true;
        stormCalls = resourceCalls;
        stormPortCalls = portCalls;
        clients.forEach(Client::finish);
        roamers.forEach(Roamer::finish);
        foreigners.forEach(Foreigner::finish);
        resources.forEach(SimulatedResource::restart);
        for (SimulatedNode node : nodes) {
            NodeLife life = node.process();
            if (life != null) {
                life.calm();
            }
        }
    }

    /** No node ends any more. */
    void makePeace() {
        isPeaceful = true;
    }

    boolean isPeaceful() {
        return isPeaceful;
    }

    Plan nextPlan() {
        List<Plan> plans = profile.load().plans();
        if (!plans.isEmpty()) {
            return plans.get(plansUsed++ % plans.size());
        }
        Plan plan = Plan.draw(chance, resources.size());
        return profile.network().nodes() > 1 ? plan.withCalls(chance, profile) : plan;
    }

    void portCalled() {
        portCalls++;
    }

    /** How many port calls all nodes made before the calm. */
    long stormPortCalls() {
        return stormPortCalls;
    }

    void resourceCalled() {
        resourceCalls++;
    }

    /** The numbers of the port calls in which the lives of a node end. */
    List<Long> endsOf(SimulatedNode node) {
        int number = nodes.indexOf(node);
        if (number == 0) {
            return profile.crashes().atCalls();
        }
        boolean isClone = number > profile.network().crashesAt().size();
        return isClone ? List.of() : profile.network().crashesAt().get(number - 1);
    }

    // ---- its content

    boolean isMain(SimulatedNode node) {
        return nodes.get(0) == node;
    }

    boolean isQuiet() {
        return isQuiet;
    }

    /** How many calls resources received before the calm. */
    long stormCalls() {
        return stormCalls;
    }

    long resourceCalls() {
        return resourceCalls;
    }

    History history() {
        return history;
    }

    Chance chance() {
        return chance;
    }

    Profile profile() {
        return profile;
    }

    Schedule schedule() {
        return schedule;
    }

    Ledger ledger() {
        return ledger;
    }

    Oracles oracles() {
        return oracles;
    }

    SimulatedOperator operator() {
        return operator;
    }

    SimulatedNetwork network() {
        return network;
    }

    Strangers strangers() {
        return strangers;
    }

    LostNode lost() {
        return lost;
    }

    List<SimulatedResource> resources() {
        return resources;
    }

    /** Where a call of a plan goes. */
    String addressOf(Plan.Call call) {
        int abroad = call.node() - profile.network().nodes();
        return abroad < 0
                ? SimulatedNetwork.address(nodes.get(call.node()))
                : foreigners.get(abroad).address();
    }

    List<Roamer> roamers() {
        return roamers;
    }

    List<Foreigner> foreigners() {
        return foreigners;
    }

    List<SimulatedWaiter> waiters() {
        return waiters;
    }

    /** A node on a disk of its own. */
    SimulatedNode add(String name, SimulatedDisk disk) {
        SimulatedNode added = new SimulatedNode(this, name, name, disk);
        nodes.add(added);
        return added;
    }

    /** A node takes the place of one that is lost: its clients go there, and so do calls from now on. */
    void replace(SimulatedNode lost, SimulatedNode next) {
        nodes.set(nodes.indexOf(lost), next);
    }

    List<SimulatedNode> nodes() {
        return nodes;
    }
}
