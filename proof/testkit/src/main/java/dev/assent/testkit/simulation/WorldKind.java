package dev.assent.testkit.simulation;

/**
 * The properties of a world that are given before anything is drawn.
 *
 * @param nodes how many nodes it has, 1 to 8; 0 for two or more, by chance
 * @param steps how many port calls its nodes make before all faults stop, if not more; clients begin transactions until then.
 *     0 to 10,000; with 0 each client begins as many as were drawn
 */
public record WorldKind(int nodes, int steps) {
    /** A world has so many nodes at most. */
    public static final int NODES_MAX = 8;

    /** With so many steps all work still ends within the bounds of a world. */
    public static final int STEPS_MAX = 10_000;

    /** One node, and as many transactions as are drawn. */
    public static final WorldKind ALONE = new WorldKind(1, 0);

    /** Nodes that call each other. */
    public static final WorldKind SEVERAL = new WorldKind(0, 100);

    /** Refuses values that no world has. */
    public WorldKind {
        if (nodes < 0 || nodes > NODES_MAX || steps < 0 || steps > STEPS_MAX) {
            throw new IllegalArgumentException("no world has " + nodes + " nodes and " + steps + " steps");
        }
    }

    /** The kind of a seed's world when nothing else is said: odd seeds have one node, even ones have several. */
    public static WorldKind of(long seed) {
        return (seed & 1) == 0 ? SEVERAL : ALONE;
    }

    /** The same with so many nodes. */
    public WorldKind withNodes(int newNodes) {
        return new WorldKind(newNodes, steps);
    }

    /** The same with so many port calls. */
    public WorldKind withSteps(int newSteps) {
        return new WorldKind(nodes, newSteps);
    }

    /** Whether nodes call each other. */
    public boolean hasSeveralNodes() {
        return nodes != 1;
    }
}
