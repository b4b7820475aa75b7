package dev.assent.core.recovery;

import dev.assent.core.message.Message;
import dev.assent.core.metrics.Metrics;
import dev.assent.core.observe.Notices;
import dev.assent.core.participant.Participant;
import dev.assent.core.time.Clock;
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
    private static final long PAUSE_NANOS_MIN = 500_000_000L;

    /**
     * With the 5 s that connecting may take by default, a resource that returns just after a try is reached
     * within 10 s.
     */
    private static final long PAUSE_NANOS_MAX = 4_000_000_000L;

    /** How long a resource may be missing until operators are told. */
    private static final long MISSING_NANOS = 5_000_000_000L;

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
    private volatile long logRetryNanos = Long.MIN_VALUE;

    /**
     * A resource that is not reached, or refuses.
     *
     * @param sinceNanos the first failure
     * @param pauseNanos how long to wait after the last failure
     * @param retryNanos when to try again
     */
    private record Outage(long sinceNanos, long pauseNanos, long retryNanos) {
        Outage withoutPause(long now) {
            return new Outage(sinceNanos, pauseNanos, now);
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
        return outage == null || clock.nanos() >= outage.retryNanos();
    }

    /** Whether it is known that a resource is not reached. */
    boolean isAway(String resource) {
        return outages.containsKey(resource);
    }

    /** Whether the pause of some resource of these is over. */
    boolean isRetryDue(Predicate<String> resources) {
        long now = clock.nanos();
        return outages.entrySet().stream()
                .anyMatch(each -> now >= each.getValue().retryNanos() && resources.test(each.getKey()));
    }

    /** The log had no room for a record: whatever needs it waits a while for others to end. */
    void logIsFull() {
        logRetryNanos = clock.nanos() + PAUSE_NANOS_MAX;
    }

    /** Whether a record may be tried that the log had no room for. */
    boolean mayTryLog() {
        return clock.nanos() >= logRetryNanos;
    }

    void failed(String resource, Throwable cause) {
        long now = clock.nanos();
        Outage before = outages.get(resource);
        if (before == null && metrics != null) {
            metrics.count(Metrics.Count.INCIDENT);
        }
        if (before == null) {
            notices.warning(Message.RESOURCE_UNREACHABLE.text(resource, cause, PAUSE_NANOS_MAX / 1_000_000_000));
        }
        long pause = longer(before == null ? 0 : before.pauseNanos());
        outages.put(resource, new Outage(before == null ? now : before.sinceNanos(), pause, now + pause));
    }

    void reached(String resource) {
        Outage outage = outages.remove(resource);
        if (outage != null) {
            notices.info(Message.RESOURCE_BACK.text(resource, (clock.nanos() - outage.sinceNanos()) / 1_000_000));
        }
    }

    /** Whether a resource may be asked now to end a branch that it lists: not while the pause after a refusal lasts. */
    boolean mayAsk(String resource) {
        Outage refusal = refusals.get(resource);
        return refusal == null || clock.nanos() >= refusal.retryNanos();
    }

    /**
     * A resource lists a branch that it does not end as decided. The first time may be a chance, as while it keeps
     * the branch for a session whose end it has not noticed yet: that is not told, and makes no pause.
     */
    void refused(String resource, Participant branch) {
        long now = clock.nanos();
        Outage before = refusals.get(resource);
        long pause = before == null ? 0 : longer(before.pauseNanos());
        if (before != null && before.pauseNanos() == 0) {
            if (metrics != null) {
                metrics.count(Metrics.Count.INCIDENT);
            }
            String cause = XaCodes.describe(branch.problem());
            notices.warning(Message.RESOURCE_REFUSES.text(resource, branch, cause, PAUSE_NANOS_MAX / 1_000_000_000));
        }
        refusals.put(resource, new Outage(before == null ? now : before.sinceNanos(), pause, now + pause));
    }

    /** A resource was asked, and refused nothing. */
    void obeyed(String resource) {
        Outage refusal = refusals.remove(resource);
        if (refusal != null && refusal.pauseNanos() > 0) {
            notices.info(Message.RESOURCE_OBEYS.text(resource, (clock.nanos() - refusal.sinceNanos()) / 1_000_000));
        }
    }

    /** Forgets the pauses, since somebody asks for a try now. */
    void retryNow() {
        outages.replaceAll((name, outage) -> outage.withoutPause(clock.nanos()));
        refusals.replaceAll((name, refusal) -> refusal.withoutPause(clock.nanos()));
    }

    private static long longer(long pauseNanos) {
        return Math.min(Math.max(PAUSE_NANOS_MIN, 2 * pauseNanos), PAUSE_NANOS_MAX);
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
