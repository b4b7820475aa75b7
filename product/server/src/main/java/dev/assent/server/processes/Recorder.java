package dev.assent.server.processes;

import dev.assent.TransactionId;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.observe.Tracer;
import dev.assent.remote.transport.WireObserver;
import dev.assent.server.crash.CrashTrigger;
import dev.assent.server.crash.WirePoint;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts the messages of a process, tells of each event when it is asked to, and passes everything on to the trigger.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Recorder implements Tracer, WireObserver {
    private final CrashTrigger trigger;
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final Map<TransactionId, Long> forces = new ConcurrentHashMap<>();
    private final String forced;
    private volatile boolean isTelling;

    /** For a process whose log is forced for this. */
    Recorder(CrashTrigger trigger, String forced) {
        this.trigger = trigger;
        this.forced = forced;
    }

    /** From now on it reports every event. */
    String begin() {
        isTelling = true;
        WatchedDataSource.tell((micros, call) ->
                trigger.tell(Event.since(Event.Kind.XA, micros, "xa_" + call).word()));
        return "recording";
    }

    /** How many messages there were so far, as {@code OUT_PREPARE=2} and the like, with blanks between. */
    String counts() {
        return new TreeMap<>(counts)
                .entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(" "));
    }

    @Override
    public void at(FaultPoint point, @Nullable TransactionId id, int participant) {
        if (isTelling && id != null) {
            tell(point, id);
        }
        trigger.at(point, id, participant);
    }

    private void tell(FaultPoint point, TransactionId id) {
        if (point == FaultPoint.BEFORE_FORCE) {
            forces.put(id, Event.now());
        } else if (point == FaultPoint.AFTER_FORCE) {
            Long began = forces.remove(id);
            trigger.tell(Event.since(Event.Kind.FORCED, began == null ? Event.now() : began, forced)
                    .word());
        } else if (point == FaultPoint.AFTER_END) {
            trigger.tell(Event.instant(Event.Kind.WRITTEN, 0, "", "its end, not forced")
                    .word());
        }
    }

    @Override
    public void passed(Way way, String peer, Object message, int bytes) {
        counts.computeIfAbsent(WirePoint.of(way, message), first -> new LongAdder())
                .increment();
        if (isTelling) {
            Event.Kind kind = way == Way.OUT ? Event.Kind.SENT : Event.Kind.RECEIVED;
            trigger.tell(
                    Event.instant(kind, bytes, peer, MessageText.of(message)).word());
        }
        trigger.passed(way, peer, message, bytes);
    }
}
