package dev.assent.server.run;

import dev.assent.Setting;
import dev.assent.resources.node.Node;
import dev.assent.resources.node.NodeConfig;
import dev.assent.server.Main;
import java.util.function.Consumer;

/**
 * One run of a node: until the process is asked to end by SIGTERM or SIGINT. Confined to one thread.
 *
 * @param config of the node
 * @param lines where the node says its name at first, and that it is closed at last
 */
record NodeRun(NodeConfig config, Lines lines) {
    /** As {@link #untilStopped(int, Consumer)}, with nothing to do before it is closed. */
    int untilStopped() throws InterruptedException {
        return untilStopped(0, node -> {});
    }

    /**
     * Opens it, waits, and closes it; returns the exit status.
     *
     * @param drainSecondsMax how long the drain takes at most
     * @param drain runs before the node closes
     */
    int untilStopped(int drainSecondsMax, Consumer<Node> drain) throws InterruptedException {
        int closeSecondsMax = config.settings().number(Setting.CLOSE_LIMIT_SECONDS);
        try (StopSignal signal = new StopSignal(drainSecondsMax + closeSecondsMax)) {
            try (Node node = Node.open(config)) {
                node.assent().allResourcesAreRegistered();
                lines.say(node.toString());
                node.entrances().forEach(lines::say);
                node.services().exportTogether(() -> {}); // nothing: a caller of an object here need not try again
                signal.await();
                drain.accept(node);
            } catch (RuntimeException failed) {
                if (!signal.came()) {
                    throw failed;
                }
                lines.say(String.valueOf(failed.getMessage())); // the only report of it: the process ends
                signal.done(Main.FAILURE);
            }
            lines.say("closed");
            signal.done(Main.SUCCESS);
        }
        return Main.SUCCESS;
    }
}
