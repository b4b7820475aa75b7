package dev.assent.resources;

import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.Tracer;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * The main class of a process that is killed: one transaction of two nodes, each with its database. One of them
 * reports when it reaches a fault point, and waits for the end.
 */
final class CrashingNodes {
    private CrashingNodes() {}

    /** Arguments: folder, the node, its fault point, the URLs of the databases of 'orders' and 'payments'. */
    public static void main(String[] arguments) throws Exception {
        boolean isOrders = arguments[1].equals("orders");
        Tracer waiting = waitingAt(FaultPoint.valueOf(arguments[2]));
        Tracer nothing = (point, id, participant) -> {};
        try (TwoNodes nodes = new TwoNodes(Path.of(arguments[0]));
                var payments = nodes.openPayments(arguments[4], isOrders ? nothing : waiting);
                var orders = nodes.openOrders(arguments[3], isOrders ? waiting : nothing)) {
            payments.dataSource("payments").getConnection().close();
            TwoNodes.order(orders, 1);
        }
        System.out.println("never " + CrashingNode.HERE);
    }

    private static Tracer waitingAt(FaultPoint point) {
        return (reached, id, participant) -> {
            if (reached == point && id != null) {
                System.out.println(CrashingNode.HERE);
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException impossible) {
                    throw new IllegalStateException(impossible);
                }
            }
        };
    }
}
