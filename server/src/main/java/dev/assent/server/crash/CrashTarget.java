package dev.assent.server.crash;

/**
 * What is killed at a point: the process with the node, the server of one side, or both together.
 * Immutable and safe to share.
 *
 * @param node whether the process is killed
 * @param side the index of the side whose server is killed; -1 for none
 */
public record CrashTarget(boolean node, int side) {
    /** The process alone. */
    public static final CrashTarget NODE = new CrashTarget(true, -1);

    /** The server of a side alone. */
    public static CrashTarget server(int side) {
        return new CrashTarget(false, side);
    }

    /** The process, and the server of a side. */
    public static CrashTarget nodeAndServer(int side) {
        return new CrashTarget(true, side);
    }

    /** Whether a server is killed. */
    boolean isServer() {
        return side >= 0;
    }

    @Override
    public String toString() {
        String server = isServer() ? "database in the " + CrashWorld.NAMES.get(side) : "";
        return node ? "node" + (isServer() ? " and " + server : "") : server;
    }
}
