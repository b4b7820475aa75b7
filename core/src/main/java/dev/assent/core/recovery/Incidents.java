package dev.assent.core.recovery;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.metrics.Metrics;
import dev.assent.core.observe.Notices;
import dev.assent.core.participant.Participant;
import dev.assent.core.time.Clock;
import dev.assent.core.time.Pause;
import dev.assent.core.xa.XaCodes;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong and has been told: one line when it begins, one when it ends (law 10), and when to try
 * again.
 *
 * <p>Thread safety: {@link #failed}, {@link #reached}, {@link #refused}, {@link #obeyed}, {@link #logIsFull},
 * {@link #missing} and {@link #retryNow} are called by one recovery pass at a time, the rest by any thread.
 */
final class Incidents {
    /** How long a resource may be missing until operators are told. */
    private static final long MISSING_NANOS = 5_000_000_000L;

    /** How long a record that the log had no room for waits for others to end. */
    private static final long LOG_PAUSE_NANOS = 4_000_000_000L;

    private static final int TOLD_MAX = 10_000;

    private final Clock clock;
    private final Notices notices;
    private final @Nullable Metrics metrics;
    private final Map<String, Outage> outages = new ConcurrentHashMap<>();
    private final Map<String, Outage> refusals = new ConcurrentHashMap<>();
    private final Map<String, Absence> missing = new ConcurrentHashMap<>();

    /** What was told, and the pass that said it last; the one first that was not said for the longest time. */
    private final Map<String, Long> told = new LinkedHashMap<>(16, 0.75f, true);

    private long pass;
    private volatile Pause logPause = Pause.NONE;

    /**
     * A resource that is not reached, or refuses.
     *
     * @param sinceNanos the first failure
     * @param pause since the last failure
     */
    private record Outage(long sinceNanos, Pause pause) {
        Outage withoutPause() {
            return new Outage(sinceNanos, pause.ended());
        }
    }

    /**
     * A resource that is not registered.
     *
     * @param sinceNanos the first pass that has missed it
     */
    private record Absence(long sinceNanos, boolean isTold) {
        boolean isLong(long now) {
            return now - sinceNanos >= MISSING_NANOS;
        }
    }

    Incidents(Clock clock, Notices notices, @Nullable Metrics metrics) {
        this.clock = clock;
        this.metrics = metrics;
        this.notices = notices;
    }

    /** Whether a resource may be tried now: not while the pause after its last failure lasts. */
    boolean mayTry(String resource) {
        Outage outage = outages.get(resource);
        return outage == null || outage.pause().isOver(clock.nanos());
    }

    /** Whether it is known that a resource is not reached. */
    boolean isAway(String resource) {
        return outages.containsKey(resource);
    }

    /** Whether the pause of some resource of these is over. */
    boolean isRetryDue(Predicate<String> resources) {
        long now = clock.nanos();
        return outages.entrySet().stream()
                .anyMatch(each -> each.getValue().pause().isOver(now) && resources.test(each.getKey()));
    }

    /** The log had no room for a record: whatever needs it waits a while for others to end. */
    void logIsFull() {
        logPause = new Pause(LOG_PAUSE_NANOS, clock.nanos() + LOG_PAUSE_NANOS);
    }

    /** Whether a record may be tried that the log had no room for. */
    boolean mayTryLog() {
        return logPause.isOver(clock.nanos());
    }

    void failed(String resource, Throwable cause) {
        long now = clock.nanos();
        Outage before = outages.get(resource);
        if (before == null && metrics != null) {
            metrics.count(Metrics.Count.INCIDENT);
        }
        if (before == null) {
            String told = XaCodes.describe(cause);
            notices.warning(MESSAGES.resourceUnreachable(resource, told, Pause.SECONDS_MAX));
        }
        outages.put(
                resource,
                before == null
                        ? new Outage(now, Pause.NONE.next(now))
                        : new Outage(before.sinceNanos(), before.pause().next(now)));
    }

    void reached(String resource) {
        Outage outage = outages.remove(resource);
        if (outage != null) {
            notices.info(MESSAGES.resourceBack(resource, (clock.nanos() - outage.sinceNanos()) / 1_000_000));
        }
    }

    /** Whether a resource may be asked now to end a branch that it lists: not while the pause after a refusal lasts. */
    boolean mayAsk(String resource) {
        Outage refusal = refusals.get(resource);
        return refusal == null || refusal.pause().isOver(clock.nanos());
    }

    /**
     * A resource lists a branch that it does not end as decided. The first time may be a chance, as while it keeps
     * the branch for a session whose end it has not noticed yet: that is not told, and makes no pause.
     */
    void refused(String resource, Participant branch) {
        long now = clock.nanos();
        Outage before = refusals.get(resource);
        if (before != null && before.pause().nanos() == 0) {
            if (metrics != null) {
                metrics.count(Metrics.Count.INCIDENT);
            }
            String cause = XaCodes.describe(branch.problem());
            notices.warning(MESSAGES.resourceRefuses(resource, branch, cause, Pause.SECONDS_MAX));
        }
        refusals.put(
                resource,
                before == null
                        ? new Outage(now, Pause.NONE)
                        : new Outage(before.sinceNanos(), before.pause().next(now)));
    }

    /** A resource was asked, and refused nothing. */
    void obeyed(String resource) {
        Outage refusal = refusals.remove(resource);
        if (refusal != null && refusal.pause().nanos() > 0) {
            notices.info(MESSAGES.resourceObeys(resource, (clock.nanos() - refusal.sinceNanos()) / 1_000_000));
        }
    }

    /** Forgets the pauses, since somebody asks for a try now. */
    void retryNow() {
        outages.replaceAll((name, outage) -> outage.withoutPause());
        refusals.replaceAll((name, refusal) -> refusal.withoutPause());
    }

    /**
     * Tells of resources that are not registered while transactions wait for them, once until somebody registers
     * them; not before they are missing for a while, since a program that starts or ends registers one after the other.
     *
     * @param texts what to tell of each by its name
     * @param now whether they are told without waiting for that
     */
    void missing(Map<String, String> texts, boolean now) {
        missing.keySet().retainAll(texts.keySet());
        texts.forEach((name, text) -> {
            Absence absence = missing.computeIfAbsent(name, first -> new Absence(clock.nanos(), false));
            if (!absence.isTold() && (now || absence.isLong(clock.nanos()))) {
                missing.put(name, new Absence(absence.sinceNanos(), true));
                notices.warning(text);
            }
        });
    }

    /** Whether a resource is to be told of that is missing for long enough. */
    boolean isMissingDue() {
        long now = clock.nanos();
        return missing.values().stream().anyMatch(each -> !each.isTold() && each.isLong(now));
    }

    /** A pass begins, which says again what is still wrong. */
    void beginPass() {
        synchronized (told) {
            pass++;
        }
    }

    /** Tells something once, as long as it is said again by every pass, or not too much else is told. */
    void tellOnce(String text) {
        if (isNews(text)) {
            notices.warning(text);
        }
    }

    /** What is not said any more is forgotten before what is; that is bounded by what resources list. */
    private boolean isNews(String text) {
        synchronized (told) {
            boolean isNews = told.put(text, pass) == null;
            Iterator<Long> eldest = told.values().iterator();
            while (told.size() > TOLD_MAX && eldest.next() < pass - 1) {
                eldest.remove();
            }
            return isNews;
        }
    }
}
