package dev.assent.core.recovery;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.observe.Notices;
import dev.assent.core.time.Clock;
import dev.assent.core.time.Pause;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Subordinate;
import dev.assent.core.transaction.Superior;
import dev.assent.core.transaction.Transaction;
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
 * Asks the superiors of prepared subordinates what was decided (law 18): at once after a crash; else when nothing
 * was heard for a while; and again with growing pauses. One line tells when a superior is not reached, and one when
 * it is again (law 10).
 *
 * <p>Thread safety: {@link #isDue} and what superiors answer may come from any thread, the rest is guarded by the
 * recovery it belongs to.
 */
final class Inquiries {
    /** How long one that was prepared in this life waits for its superior's word before it asks. */
    private static final long QUIET_NANOS = 10_000_000_000L;

    private static final long PAUSE_SECONDS_MAX = 30;

    private final Coordinator coordinator;
    private final Clock clock;
    private final Notices notices;
    private final Map<Transaction, Pause> pauses = new ConcurrentHashMap<>();
    private final Queue<Runnable> heard = new ConcurrentLinkedQueue<>();

    /** The superiors that are not reached, by name: many transactions may have one, and not all be heard. */
    private final Map<String, Outage> outages = new HashMap<>();

    /**
     * A superior that is not reached.
     *
     * @param last whose word was asked for in vain last: it is over when that is answered, or not asked any more
     */
    private record Outage(long sinceNanos, Transaction last) {}

    Inquiries(Coordinator coordinator, Notices notices) {
        this.coordinator = coordinator;
        this.clock = coordinator.clock();
        this.notices = notices;
    }

    /** Whether a superior is to be asked now, or has said something that is still to be told. */
    boolean isDue() {
        return !heard.isEmpty() || coordinator.parked().stream().anyMatch(this::isDue);
    }

    private boolean isDue(Transaction transaction) {
        return waits(transaction) && pause(transaction).isOver(clock.nanos());
    }

    private static boolean waits(Transaction transaction) {
        Subordinate subordinate = transaction.subordinate();
        return subordinate != null && subordinate.awaitsWord();
    }

    private static String superior(Transaction transaction) {
        return Objects.requireNonNull(transaction.subordinate()).superior().name();
    }

    /** Until the superior is asked again. */
    private Pause pause(Transaction transaction) {
        return pauses.computeIfAbsent(transaction, first -> {
            long quiet = first.isRecovered() ? 0 : QUIET_NANOS;
            return new Pause(0, clock.nanos() + quiet);
        });
    }

    /**
     * Asks whose turn has come.
     *
     * @param now whether all are asked, whatever their pause
     */
    void ask(boolean now) {
        for (Runnable each = heard.poll(); each != null; each = heard.poll()) {
            each.run();
        }
        pauses.keySet().removeIf(each -> !waits(each));
        if (!outages.isEmpty()) { // one whose transactions were resolved or forgotten is not asked any more
            Set<String> asked = new HashSet<>();
            pauses.keySet().forEach(each -> asked.add(superior(each)));
            outages.keySet().retainAll(asked);
        }
        for (Transaction each : coordinator.parked()) {
            Subordinate subordinate = each.subordinate();
            if (subordinate != null && waits(each) && (now || isDue(each))) {
                pauses.put(each, pause(each).next(clock.nanos(), PAUSE_SECONDS_MAX));
                subordinate.inquire(new Answered(each, subordinate.superior()));
            }
        }
    }

    /** Notes whether a superior is reached, for the next pass to tell. */
    private final class Answered implements Superior.Word {
        private final Transaction transaction;
        private final String name;

        Answered(Transaction transaction, Superior superior) {
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
