package dev.assent.core.recovery;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.metrics.Metrics;
import dev.assent.core.observe.Notices;
import dev.assent.core.participant.Participant;
import dev.assent.core.time.Clock;
import dev.assent.core.time.Pause;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.xa.XaCodes;
import dev.assent.core.xa.XaResources;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The known problems. For each, operators get one line when it begins and one when it ends, and recovery the time of
 * its next try (law 10: the unknown is left alone).
 *
 * <p>Thread safety: {@link #failed}, {@link #reached}, {@link #refused}, {@link #obeyed}, {@link #logIsFull}, {@link
 * #missing} and {@link #retryNow} are called by one recovery pass at a time, the rest by any thread.
 */
final class Incidents {
    /** How long a resource may be missing before operators get a message. */
    private static final long MISSING_NANOS = 5_000_000_000L;

    /** How long to wait with a record for which the log had no room, so that other transactions may end. */
    private static final long LOG_PAUSE_NANOS = 4_000_000_000L;

    private static final int TOLD_MAX = 10_000;

    private final XaResources resources;
    private final Clock clock;
    private final Notices notices;
    private final @Nullable Metrics metrics;
    private final Map<String, Outage> outages = new ConcurrentHashMap<>();
    private final Map<String, Outage> refusals = new ConcurrentHashMap<>();
    private final Map<String, Absence> missing = new ConcurrentHashMap<>();

    /** Messages already given, with the last pass that repeated them; the least recently repeated comes first. */
    private final Map<String, Long> told = new LinkedHashMap<>(16, 0.75f, true);

    private long pass;
    private volatile Pause logPause = Pause.NONE;
    private volatile boolean isClosing;

    /**
     * A resource that can't be reached, or refuses.
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
     * @param sinceNanos the first pass that missed it
     */
    private record Absence(long sinceNanos, boolean isTold) {
        boolean isLong(long now) {
            return now - sinceNanos >= MISSING_NANOS;
        }
    }

    Incidents(Coordinator coordinator, XaResources resources, Notices notices) {
        this.resources = resources;
        this.clock = coordinator.clock();
        this.metrics = coordinator.metrics();
        this.notices = notices;
    }

    /** Whether recovery may try a resource now: not during the pause after its last failure. */
    boolean mayTry(String resource) {
        Outage outage = outages.get(resource);
        return outage == null || outage.pause().isOver(clock.nanos());
    }

    /** Whether a resource is known to be unreachable. */
    boolean isAway(String resource) {
        return outages.containsKey(resource);
    }

    /** Whether the pause of one of these resources is over. */
    boolean isRetryDue(Predicate<String> resources) {
        long now = clock.nanos();
        return outages.entrySet().stream()
                .anyMatch(each -> each.getValue().pause().isOver(now) && resources.test(each.getKey()));
    }

    /** The log had no room for a record: work that needs one waits a while for other transactions to end. */
    void logIsFull() {
        logPause = new Pause(LOG_PAUSE_NANOS, clock.nanos() + LOG_PAUSE_NANOS);
    }

    /** Whether to retry a record for which the log had no room. */
    boolean mayTryLog() {
        return logPause.isOver(clock.nanos());
    }

    /** The node closes, so no pass follows that could try again: no message says so any more. */
    void close() {
        isClosing = true;
    }

    void failed(String resource, Throwable cause) {
        long now = clock.nanos();
        Outage before = outages.get(resource);
        if (before == null && metrics != null) {
            metrics.count(Metrics.Count.INCIDENT);
        }
        if (before == null && !isClosing) {
            String told = XaCodes.describe(cause);
            notices.warning(MESSAGES.resourceUnreachable(resource, told, Pause.SECONDS_MAX));
        }
        resources.asked(resource, false);
        outages.put(
                resource,
                before == null
                        ? new Outage(now, Pause.NONE.next(now))
                        : new Outage(before.sinceNanos(), before.pause().next(now)));
    }

    void reached(String resource) {
        resources.asked(resource, true);
        Outage outage = outages.remove(resource);
        if (outage != null) {
            notices.info(MESSAGES.resourceBack(resource, (clock.nanos() - outage.sinceNanos()) / 1_000_000));
        }
    }

    /** Whether recovery may ask a resource now to end a branch that it lists: not during the pause after a refusal. */
    boolean mayAsk(String resource) {
        Outage refusal = refusals.get(resource);
        return refusal == null || refusal.pause().isOver(clock.nanos());
    }

    /**
     * A resource lists a branch and did not end it as decided. The first time this may be harmless, for example while
     * the resource keeps the branch for a session whose end it has not noticed. So the first time gives no message and
     * no pause.
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

    /** Ends all pauses, since somebody requests a try now. */
    void retryNow() {
        outages.replaceAll((name, outage) -> outage.withoutPause());
        refusals.replaceAll((name, refusal) -> refusal.withoutPause());
    }

    /**
     * Reports resources that are not registered while transactions wait for them, once until they are registered. A
     * program that starts or ends registers one resource after the other, so the report waits until a resource is
     * missing for a while.
     *
     * @param texts the message for each, by its name
     * @param now whether to report without waiting
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

    /** Whether a resource has been missing for long enough that a message is due. */
    boolean isMissingDue() {
        long now = clock.nanos();
        return missing.values().stream().anyMatch(each -> !each.isTold() && each.isLong(now));
    }

    /** Begins a pass, which repeats the messages about problems that last. */
    void beginPass() {
        synchronized (told) {
            pass++;
        }
    }

    /** Gives a message once, as long as every pass repeats it, or there are not too many messages. */
    void tellOnce(String text) {
        if (isNews(text)) {
            notices.warning(text);
        }
    }

    /**
     * Messages that passes no longer repeat are dropped first. Those that they repeat are bounded by the resources'
     * lists.
     */
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
