package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;

import dev.assent.resources.node.Node;
import dev.assent.resources.node.NodeConfig;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The main class of a process that works as applications do: threads commit transactions on two databases, one after the
 * other, and a shutdown hook closes the node. It says when it has begun, and when nothing goes on any more.
 */
final class LoadedNode {
    static final String WORKS = "works";
    static final String STANDS = "stands";

    private static final int THREADS = 8;
    private static final int WORKING = 20;
    private static final int LOOK_MILLIS = 1_000;

    private LoadedNode() {}

    /** Arguments: the node's file. */
    public static void main(String[] arguments) throws Exception {
        Node node = Node.open(NodeConfig.read(Path.of(arguments[0])));
        Runtime.getRuntime().addShutdownHook(new Thread(node::close));
        AtomicInteger next = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < THREADS; i++) {
            new Thread(() -> work(node, next, done)).start();
        }
        int before = -1;
        boolean isToldToWork = false;
        for (int now = done.get(); now < WORKING || now != before; now = done.get()) {
            if (now >= WORKING && !isToldToWork) {
                System.out.println(WORKS);
                isToldToWork = true;
            }
            before = now;
            Thread.sleep(LOOK_MILLIS);
        }
        System.out.println(STANDS);
    }

    private static void work(Node node, AtomicInteger next, AtomicInteger done) {
        try {
            while (true) {
                node.transactionManager().begin();
                int id = next.incrementAndGet();
                insert(node.dataSource("orders"), id);
                insert(node.dataSource("payments"), id);
                node.transactionManager().commit();
                done.incrementAndGet();
            }
        } catch (Exception closed) {
            // the process is about to end
        }
    }
}
