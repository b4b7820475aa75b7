package dev.assent.core.recovery;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.observe.Notices;
import dev.assent.core.time.Clock;
import dev.assent.core.time.Pause;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.GlobalTransaction;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.transaction.Superior;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Asks the superiors of prepared subordinates for the decision (law 18: a prepared subordinate asks): at once after a
 * crash, otherwise after a silence, and again with growing pauses. One line reports that a superior can't be reached,
 * and one that it is back (law 10: the unknown is left alone).
 *
 * <p>Thread safety: any thread may call {@link #isDue} and bring a superior's answer; the rest is guarded by the
 * recovery it belongs to.
 */
final class Inquiries {
    /** How long a subordinate that was prepared in this life waits for its superior's decision before it asks. */
    private static final long QUIET_NANOS = 10_000_000_000L;

    private static final long PAUSE_SECONDS_MAX = 30;

    private final Coordinator coordinator;
    private final Clock clock;
    private final Notices notices;
    private final Map<GlobalTransaction, Pause> pauses = new ConcurrentHashMap<>();
    private final Queue<Runnable> heard = new ConcurrentLinkedQueue<>();

    /**
     * The superiors that can't be reached, by name. Many transactions may have the same one; the report does not repeat
     * for each.
     */
    private final Map<String, Outage> outages = new HashMap<>();

    /**
     * A superior that can't be reached.
     *
     * @param last the latest transaction whose question failed; the outage is over when that one gets an answer or
     *     no longer asks
     */
    private record Outage(long sinceNanos, GlobalTransaction last) {}

    Inquiries(Coordinator coordinator, Notices notices) {
        this.coordinator = coordinator;
        this.clock = coordinator.clock();
        this.notices = notices;
    }

    /** Whether a question to a superior is due, or an answer is still to be reported. */
    boolean isDue() {
        return !heard.isEmpty() || coordinator.parked().stream().anyMatch(this::isDue);
    }

    private boolean isDue(GlobalTransaction transaction) {
        return waits(transaction) && pause(transaction).isOver(clock.nanos());
    }

    private static boolean waits(GlobalTransaction transaction) {
        Subordinate subordinate = transaction.subordinate();
        return subordinate != null && subordinate.awaitsWord();
    }

    private static String superior(GlobalTransaction transaction) {
        return Objects.requireNonNull(transaction.subordinate()).superior().name();
    }

    /** The pause until the superior is asked again. */
    private Pause pause(GlobalTransaction transaction) {
        return pauses.computeIfAbsent(transaction, first -> {
            long quiet = first.isRecovered() ? 0 : QUIET_NANOS;
            return new Pause(0, clock.nanos() + quiet);
        });
    }

    /**
     * Asks the superiors whose pause is over.
     *
     * @param now whether to ask all, whatever their pause
     */
    void ask(boolean now) {
        for (Runnable each = heard.poll(); each != null; each = heard.poll()) {
            each.run();
        }
        pauses.keySet().removeIf(each -> !waits(each));
        if (!outages.isEmpty()) { // no longer asked: its transactions were resolved or forgotten
            Set<String> asked = new HashSet<>();
            pauses.keySet().forEach(each -> asked.add(superior(each)));
            outages.keySet().retainAll(asked);
        }
        for (GlobalTransaction each : coordinator.parked()) {
            Subordinate subordinate = each.subordinate();
            if (subordinate != null && waits(each) && (now || isDue(each))) {
                pauses.put(each, pause(each).next(clock.nanos(), PAUSE_SECONDS_MAX));
                subordinate.inquire(new Answered(each, subordinate.superior()));
            }
        }
    }

    /** Notes whether a superior is reached, for the next pass to report. */
    private final class Answered implements Superior.Word {
        private final GlobalTransaction transaction;
        private final String name;

        Answered(GlobalTransaction transaction, Superior superior) {
            this.transaction = transaction;
            this.name = superior.name();
        }

        @Override
        public void decided(boolean isCommit) {
            heard.add(() -> reached(null));
        }

        @Override
        public void undecided() {
            heard.add(() -> reached(null));
        }

        @Override
        public void unreached(Throwable why) {
            heard.add(() -> reached(why));
        }

        private void reached(@Nullable Throwable why) {
            Outage outage = outages.get(name);
            if (why != null) {
                long since = outage == null ? clock.nanos() : outage.sinceNanos();
                outages.put(name, new Outage(since, transaction));
                if (outage == null) {
                    notices.warning(MESSAGES.superiorUnreachable(name, transaction.id(), why, PAUSE_SECONDS_MAX));
                }
            } else if (outage != null && (outage.last() == transaction || !waits(outage.last()))) {
                outages.remove(name);
                notices.info(MESSAGES.superiorBack(name, (clock.nanos() - outage.sinceNanos()) / 1_000_000));
            }
        }
    }
}
