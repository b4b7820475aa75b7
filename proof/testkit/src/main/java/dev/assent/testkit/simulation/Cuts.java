package dev.assent.testkit.simulation;

import dev.assent.testkit.simulation.SimulatedNetwork.Station;
import java.util.ArrayList;
import java.util.List;

/** Which nodes can't hear which others for a while: partitions, and halves of such. Not thread-safe. */
final class Cuts {
    private record Cut(SimulatedNode from, SimulatedNode to) {}

    private final World world;
    private final List<Cut> cuts = new ArrayList<>();

    Cuts(World world) {
        this.world = world;
    }

    /** Parts the nodes in two: neither part hears the other, or one of them does. */
    void begin() {
        List<SimulatedNode> here = new ArrayList<>();
        List<SimulatedNode> there = new ArrayList<>();
        world.nodes().forEach(each -> (world.chance().even() ? there : here).add(each));
        boolean isHalf = world.chance().even();
        List<Cut> made = new ArrayList<>();
        for (SimulatedNode from : here) {
            for (SimulatedNode to : there) {
                made.addAll(between(from, to, isHalf));
            }
        }
        begin(made);
    }

    /** Keeps a node from hearing another one, or each of them. */
    void begin(NodeLife from, NodeLife to, boolean isHalf) {
        begin(between(from.node(), to.node(), isHalf));
    }

    private static List<Cut> between(SimulatedNode from, SimulatedNode to, boolean isHalf) {
        return isHalf ? List.of(new Cut(from, to)) : List.of(new Cut(from, to), new Cut(to, from));
    }

    /** For up to some seconds. */
    private void begin(List<Cut> made) {
        made.forEach(each -> world.history()
                .line(each.to().name() + " can't hear " + each.from().name()));
        cuts.addAll(made);
        world.schedule().after(world.chance().hangNanos() / 10, () -> {
            world.history().line("nodes that could not can hear each other again: " + made.size());
            made.forEach(cuts::remove);
        });
    }

    /** Whether messages of one do not reach the other. */
    boolean isCut(Station from, Station to) {
        NodeLife sender = from.life();
        NodeLife receiver = to.life();
        return !world.isQuiet()
                && sender != null
                && receiver != null
                && cuts.contains(new Cut(sender.node(), receiver.node()));
    }
}
