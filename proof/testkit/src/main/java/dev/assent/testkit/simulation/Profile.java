package dev.assent.testkit.simulation;

import dev.assent.core.observe.FaultPoint;
import dev.assent.remote.transport.Transport.Feature;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The character of a world: its work, its faults, and their order.
 *
 * @param load the work of clients
 * @param faults the faults of resources and storage
 * @param timing in which order threads and messages run
 * @param crashes how nodes end
 * @param network which nodes there are, and the faults between them
 * @param aims faults that also happen wherever there is an opportunity
 */
record Profile(Load load, Faults faults, Timing timing, Crashes crashes, Network network, List<Pair> aims) {
    /** The share of worlds with resources that lie, where no operator resolves branches that are left alone. */
    private static final double LIARS = 0.04;

    /** The share of worlds of one node whose folder is overwritten by an older copy. */
    private static final double PUT_BACK = 0.06;

    /** The share of worlds of several nodes that lose one node for good. */
    private static final double LOSSES = 0.15;

    private static final int ACTS_MAX = 8;
    private static final List<Pair> AIMS_ALONE = List.copyOf(Coverage.inANode());
    private static final List<Pair> AIMS_BETWEEN = List.copyOf(Coverage.betweenNodes());

    /**
     * The work of clients.
     *
     * @param resources how many there are
     * @param clients how many work at once
     * @param transactions how many transactions each begins
     * @param plans the plans of transactions, in this order; drawn when empty
     * @param ballastBytes the size of a foreign record in the log that leaves little room; 0 for none
     * @param hasStrangers whether resources hold branches of others
     * @param acts how many acts an operator begins
     * @param markers the chance that a last resource has commit markers
     */
    record Load(
            int resources,
            int clients,
            int transactions,
            List<Plan> plans,
            int ballastBytes,
            boolean hasStrangers,
            int acts,
            double markers) {
        /** Each transaction has one, which leaves markers. */
        Load withLastResources() {
            List<Plan> withLast =
                    List.of(Plan.commit(2).withLast(1), Plan.commit(3).withLast(2));
            return new Load(3, clients, transactions, withLast, ballastBytes, hasStrangers, acts, 1);
        }

        /** Enough work that the node rewrites a log with a ballast. */
        Load fillingTheLog() {
            return new Load(resources, clients, 3 * transactions, plans, ballastBytes, hasStrangers, acts, markers);
        }

        /** No last resource: its outcome stands in markers and records, which an older copy lacks. */
        Load withoutLastResources() {
            return new Load(3, clients, transactions, List.of(Plan.commit(2), Plan.commit(3)), 0, false, acts, 0);
        }

        Load withActs(int newActs) {
            return new Load(resources, clients, transactions, plans, ballastBytes, hasStrangers, newActs, markers);
        }
    }

    /**
     * Faults, each with its chance for a call, 0 to 1.
     *
     * @param call a call of a resource fails
     * @param resourceCrash the resource crashes in the call
     * @param ownDecision the resource decides by itself about a prepared branch
     * @param loss a person ends a prepared branch by hand, and the resource does not remember it
     * @param storage a life of the node has a failing storage call
     * @param rot bytes of a log have changed when a life is to start
     * @param resourceCrashCall the number of the resource call, over all resources, in which that resource
     *     crashes; 0 for none
     * @param lie a resource lies where it can; 0 when all tell the truth
     */
    record Faults(
            double call,
            double resourceCrash,
            double ownDecision,
            double loss,
            double storage,
            double rot,
            long resourceCrashCall,
            double lie) {
        Faults withoutLies() {
            return new Faults(call, resourceCrash, ownDecision, loss, storage, rot, resourceCrashCall, 0);
        }

        /** No heuristic outcomes, which an older copy does not remember. */
        Faults withoutOwnDecisions() {
            return new Faults(call, resourceCrash, 0, 0, storage, rot, resourceCrashCall, 0);
        }

        Faults withOwnDecision(double newOwnDecision) {
            return new Faults(call, resourceCrash, newOwnDecision, loss, storage, rot, resourceCrashCall, lie);
        }
    }

    /**
     * The order of events, by chance for each call, 0 to 1.
     *
     * @param inline the node asks a participant at once and not later
     * @param lateForce a force is answered later
     * @param nestChance others run while a call blocks
     * @param hang a call, or a force, takes very long
     * @param lend the thread that waits may be borrowed
     * @param clockJumps how often the clock of a node is set to another time of day
     */
    record Timing(double inline, double lateForce, double nestChance, double hang, double lend, int clockJumps) {}

    /**
     * How nodes end.
     *
     * @param atCalls the number of the port call in which each life ends, 0 for none; lives that have no
     *     number do not crash
     * @param power the chance that a crash is a loss of power, and not the end of a process only
     * @param close the chance that a life is closed in good order
     * @param copy the chance that the folder is copied, and a second node started on the copy
     * @param seconds how often a second process starts in the folder of a running one
     * @param atEnd whether there is a last crash before all is checked
     * @param inStorage whether only calls of the storage count
     * @param isPutBack whether an older copy of the folder is put back in its place
     */
    record Crashes(
            List<Long> atCalls,
            double power,
            double close,
            double copy,
            int seconds,
            boolean atEnd,
            boolean inStorage,
            boolean isPutBack) {
        Crashes withoutCopy() {
            return new Crashes(atCalls, power, close, 0, seconds, atEnd, inStorage, isPutBack);
        }

        Crashes puttingBack(List<Long> newAtCalls) {
            return new Crashes(newAtCalls, power, close, 0, seconds, atEnd, inStorage, true);
        }
    }

    /**
     * The nodes that call each other, and the faults between them, with their chances for each message, 0 to 1.
     *
     * @param nodes how many there are
     * @param loss a message, or its answer, is lost
     * @param repeat a request arrives twice
     * @param late a message takes very long
     * @param astray a request comes to some other node
     * @param forged a node that is not the superior sends a subordinate its commands
     * @param voted a node ends at a port call after it has voted for a transaction, or has heard the decision
     * @param between a node ends between two calls of the same transaction
     * @param crashesAt for each node but the first, the numbers of the port calls in which its lives end
     * @param atOnce another thread of the transaction calls while a call is under way
     * @param roamers how many clients have no transaction manager
     * @param foreigners how many transaction managers by another maker there are
     * @param foreignEnds a message is the last of a foreign transaction manager's process
     * @param wire what the wire between them can carry
     * @param cuts how often some nodes can't hear others for a while
     * @param resolved an operator decides in place of the superior of one that has voted
     * @param remains a node is lost for good, and this is left of its folder; null when none is
     */
    record Network(
            int nodes,
            double loss,
            double repeat,
            double late,
            double astray,
            double forged,
            double voted,
            double between,
            List<List<Long>> crashesAt,
            double atOnce,
            int roamers,
            int foreigners,
            double foreignEnds,
            Set<Feature> wire,
            int cuts,
            double resolved,
            @Nullable Remains remains) {
        /** One node, alone. */
        static final Network NONE =
                new Network(1, 0, 0, 0, 0, 0, 0, 0, List.of(), 0, 0, 0, 0, EnumSet.allOf(Feature.class), 0, 0, null);

        /**
         * The wire always has inquiries. Without them, a lost rollback may need an operator, and nothing would tell the
         * operator.
         */
        private static Set<Feature> drawWire(Chance chance) {
            double lack = chance.oneOf(0, 0, 0.2, 0.5);
            Set<Feature> wire = EnumSet.allOf(Feature.class);
            wire.removeIf(each -> each != Feature.INQUIRY && chance.of(lack));
            return wire;
        }

        /** Over a wire that lacks nothing, where there are several; a node that is alone stays so. */
        private Network withOthers() {
            return nodes == 1
                    ? this
                    : new Network(
                            nodes,
                            loss,
                            repeat,
                            late,
                            astray,
                            forged,
                            voted,
                            between,
                            crashesAt,
                            atOnce,
                            roamers,
                            2,
                            foreignEnds,
                            EnumSet.allOf(Feature.class),
                            cuts,
                            resolved,
                            remains);
        }

        private static int drawNodes(Chance chance) {
            return chance.of(0.1) ? chance.between(6, WorldKind.NODES_MAX) : chance.between(2, 5);
        }

        private static Network draw(Chance chance, int wanted) {
            int nodes = wanted > 0 ? wanted : drawNodes(chance);
            double trouble = chance.oneOf(0, 0.01, 0.05, 0.15);
            List<List<Long>> crashesAt = new ArrayList<>();
            for (int node = 1; node < nodes; node++) {
                crashesAt.add(chance.of(0.5) ? drawCrashes(chance) : List.of());
            }
            return new Network(
                    nodes,
                    trouble * chance.oneOf(0, 1),
                    trouble * chance.oneOf(0, 1, 3),
                    trouble * chance.oneOf(0, 1),
                    trouble * chance.oneOf(0, 0.5),
                    chance.oneOf(0, 0.05),
                    chance.oneOf(0, 0.005, 0.05),
                    chance.oneOf(0, 0, 0.5),
                    crashesAt,
                    chance.oneOf(0, 0, 0.3),
                    chance.of(0.4) ? chance.between(1, 2) : 0,
                    chance.of(0.4) ? 1 : 0,
                    chance.oneOf(0, 0.005, 0.05),
                    drawWire(chance),
                    chance.of(0.3) ? chance.between(1, 3) : 0,
                    chance.oneOf(0, 0, 0, 0.1, 0.5),
                    chance.of(LOSSES) ? chance.oneOf(List.of(Remains.values())) : null);
        }
    }

    /**
     * Nodes that call each other, by chance; none is a stranger.
     *
     * @param nodes how many there are; 0 when that is drawn, too
     */
    static Profile drawNodes(Chance chance, int nodes) {
        Profile alone = draw(chance);
        Load load = alone.load();
        Load shared = new Load(
                chance.between(1, 4),
                chance.between(1, 4),
                load.transactions(),
                List.of(),
                0,
                false,
                load.acts(),
                load.markers());
        Network network = Network.draw(chance, nodes);
        boolean isLoss = network.remains() != null; // other faults would hide its effects
        Faults faults = isLoss ? alone.faults().withoutLies() : alone.faults();
        Crashes crashes = isLoss ? alone.crashes().withoutCopy() : alone.crashes();
        return new Profile(shared, faults, alone.timing(), crashes, network, List.of())
                .aimedAt(chance, chance.of(0.2) ? AIMS_ALONE : AIMS_BETWEEN);
    }

    /** The part that all worlds draw. */
    private static Profile draw(Chance chance) {
        double trouble = chance.oneOf(0, 0.02, 0.05, 0.15);
        Load drawn = new Load(
                chance.between(1, 3),
                chance.between(1, 4),
                chance.between(1, 3),
                List.of(),
                chance.of(0.1) ? chance.between(55_438, 56_338) : 0,
                chance.of(0.3),
                0,
                chance.oneOf(0, 0.5, 1));
        Load load = drawn.ballastBytes() > 0 ? drawn.fillingTheLog() : drawn;
        Faults faults = new Faults(
                trouble,
                trouble * chance.oneOf(0, 0.1, 0.3),
                chance.oneOf(0, 0, 0.05, 0.2),
                chance.of(0.1) ? 0.1 : 0,
                chance.of(0.15) ? 0.5 : 0,
                chance.of(0.1) ? 0.3 : 0,
                0,
                chance.of(LIARS) && !load.hasStrangers() ? chance.oneOf(0.1, 0.3, 1) : 0);
        Timing timing = new Timing(
                chance.oneOf(0, 0.3, 0.7, 1),
                chance.oneOf(0, 0.5, 1),
                chance.oneOf(0, 0.2, 0.5),
                chance.oneOf(0, 0, 0.02),
                chance.oneOf(0, 0.5),
                chance.of(0.2) ? chance.between(1, 4) : 0);
        Crashes crashes = new Crashes(
                drawCrashes(chance),
                chance.oneOf(0, 0.5, 1),
                0.05,
                chance.of(0.05) ? 1 : 0,
                chance.of(0.1) ? chance.between(1, 3) : 0,
                chance.of(0.5),
                chance.of(0.2),
                false);
        Load acted = load.withActs(chance.of(0.4) ? chance.below(ACTS_MAX) : 0);
        return new Profile(acted, faults, timing, crashes, Network.NONE, List.of());
    }

    /** A character by chance, of one node. */
    static Profile drawAlone(Chance chance) {
        Profile drawn = draw(chance);
        return chance.of(PUT_BACK) ? drawn.puttingBack(chance) : drawn.aimedAt(chance, AIMS_ALONE);
    }

    /** The same, with an older copy of the folder that is put back between two of its lives. */
    private Profile puttingBack(Chance chance) {
        List<Long> atCalls = List.of(drawCall(chance), drawCall(chance), drawCall(chance));
        return new Profile(
                load.withoutLastResources(),
                faults.withoutOwnDecisions(),
                timing,
                crashes.puttingBack(atCalls),
                network,
                aims);
    }

    /** The same, at times with an aim, and with settings that make an opportunity for it more likely. */
    private Profile aimedAt(Chance chance, List<Pair> drawn) {
        if (!chance.of(0.3)) {
            return this;
        }
        Pair aim = chance.oneOf(drawn);
        // recovery asks for markers, and operators look at them, where a last resource was asked
        if (aim.call().contains("Marker")) {
            String asked = FaultPoint.AFTER_LAST.name();
            List<Pair> aims = List.of(aim, new Pair(asked, Coverage.KILLED), new Pair(asked, Coverage.POWER_LOST));
            Load fitting = load.withLastResources();
            Load looking = aim.call().contains("MarkerView") ? fitting.withActs(ACTS_MAX) : fitting;
            return new Profile(looking, faults, timing, crashes, network, aims);
        }
        boolean isForgetting = aim.call().contains("FORGET");
        boolean isOfOthers = aim.call().contains("Vote") || aim.call().contains("Completed");
        Faults fitting = isForgetting ? faults.withOwnDecision(0.5) : faults;
        Network around = isForgetting || isOfOthers ? network.withOthers() : network;
        return new Profile(load, fitting, timing, crashes, around, List.of(aim));
    }

    private static List<Long> drawCrashes(Chance chance) {
        return switch (chance.below(4)) {
            case 0 -> List.of();
            case 1 -> List.of(drawCall(chance));
            case 2 -> List.of(drawCall(chance), drawCall(chance));
            default -> List.of(drawCall(chance), drawCall(chance), drawCall(chance));
        };
    }

    private static long drawCall(Chance chance) {
        return 1L + chance.below((int) chance.oneOf(40, 100, 300));
    }
}
