package dev.assent.testkit.simulation.planted;

import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.jta.JtaTransaction;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import net.bytebuddy.asm.Advice;

/** A rollback that a worker takes and can't begin, the first time. Public, since another class loader loads it again. */
public final class UnbegunRollback {
    /** Whether the next one fails. */
    public static final AtomicBoolean FAILS = new AtomicBoolean(true);

    private UnbegunRollback() {}

    /** The code that is put into the method that begins it. */
    public static class Failing {
        @Advice.OnMethodEnter
        static void enter() {
            if (FAILS.compareAndSet(true, false)) {
                throw new OutOfMemoryError("planted");
            }
        }
    }

    /** The result. */
    public static String run() throws Exception {
        Queue<Runnable> workers = new ArrayDeque<>();
        try (TestNode node = TestNode.builder().background(workers::add).open()) {
            RecordingResource orders = node.resource("orders");
            node.manager().setTransactionTimeout(60);
            JtaTransaction transaction = node.begin();
            transaction.enlistResource(orders.connect());
            node.advance(Duration.ofSeconds(60));
            String first = "begun";
            try {
                workers.remove().run();
            } catch (OutOfMemoryError planted) {
                first = planted.getMessage();
            }
            String told = first + ", rolled back " + orders.rolledBack();
            node.advance(Duration.ofMillis(1));
            int again = workers.size();
            workers.forEach(Runnable::run);
            return told + "; tried again " + again + ", rolled back " + orders.rolledBack();
        }
    }
}
