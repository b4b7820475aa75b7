package dev.assent.resources.simulation;

import dev.assent.TransactionId;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one fake driver, in the order in which they were made.
 *
 * <p>Thread safety: safe to share.
 */
final class Lines {
    private final Server server;
    private final Faults faults;
    private final Parking parking;
    private final Consumer<String> history;
    private final SplittableRandom chance;
    private final boolean endsLocally;
    private final AtomicLong troubles = new AtomicLong();
    private final List<Line> all = new CopyOnWriteArrayList<>();

    /**
     * None yet.
     *
     * @param parking where a late call waits
     * @param history takes each fault
     */
    Lines(Server server, Faults faults, Parking parking, Consumer<String> history, SplittableRandom chance) {
        this.server = server;
        this.faults = faults;
        this.parking = parking;
        this.history = history;
        this.chance = chance;
        this.endsLocally = chance.nextBoolean();
    }

    synchronized Line open() {
        Line made = new Line(this, all.size() + 1, chance.split());
        all.add(made);
        return made;
    }

    /** Draws for a call before there is a connection. */
    synchronized Faults.Fault drawForLogin() {
        Faults.Fault fault = faults.draw(chance, true);
        if (fault != Faults.Fault.NONE) {
            trouble();
            history.accept("    login at " + server + ": " + fault);
        }
        return fault;
    }

    /** What a refused login throws. */
    synchronized Throwable refusal(Faults.Api api) {
        return chance.nextBoolean() ? Faults.loss(api) : Faults.thrown(api, chance);
    }

    /** Whether the driver ends the work on a branch without its server, as PostgreSQL's does. */
    boolean endsLocally() {
        return endsLocally;
    }

    /** Something has gone wrong. */
    void trouble() {
        troubles.incrementAndGet();
    }

    /** How often something has gone wrong so far: a reason for an exception that the application gets. */
    long troubles() {
        return troubles.get();
    }

    /** The line that works on a branch of this transaction; null when none does. */
    @Nullable Line of(TransactionId transaction) {
        return all.stream()
                .filter(each -> each.branch != null && each.branch.transaction().equals(transaction))
                .findFirst()
                .orElse(null);
    }

    List<Line> all() {
        return all;
    }

    Server server() {
        return server;
    }

    Faults faults() {
        return faults;
    }

    Parking parking() {
        return parking;
    }

    void note(Line line, String what, Faults.Fault fault) {
        history.accept("    " + what + " of " + line + ": " + fault + " ["
                + Thread.currentThread().getName() + "]");
    }
}
