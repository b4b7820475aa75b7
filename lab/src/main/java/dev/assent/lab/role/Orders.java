package dev.assent.lab.role;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The lab's orders to the process of a role, in lines on its standard input. If the input ends, the lab wants the
 * process to end, or the lab itself has ended. A thread reads the input also while the role works or hangs: a role that
 * does not end in time is halted.
 *
 * <p>Thread safety: one thread takes them.
 */
final class Orders {
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

    private final Duration endMax;

    private Orders(Duration endMax) {
        this.endMax = endMax;
    }

    /**
     * Those of this process, from now on.
     *
     * @param endMax how long it may take to end when there are no more
     */
    static Orders read(Duration endMax) {
        Orders orders = new Orders(endMax);
        Thread reader = new Thread(orders::readAll, "orders");
        reader.setDaemon(true);
        reader.start();
        return orders;
    }

    private void readAll() {
        try {
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                lines.add(Optional.of(line));
            }
        } catch (IOException closed) {
            // as good as its end
        }
        lines.add(Optional.empty());
        try {
            TimeUnit.NANOSECONDS.sleep(endMax.toNanos());
        } catch (InterruptedException nobodyDoes) {
            // then it ends at once
        }
        Runtime.getRuntime().halt(1);
    }

    /** Waits for the next one; empty when there are no more. */
    Optional<String> next() throws InterruptedException {
        return lines.take();
    }

    /** Waits until there are no more orders, and ignores those that come. */
    void awaitEnd() throws InterruptedException {
        while (next().isPresent()) {
            // only the end is of interest
        }
    }
}
