package dev.assent.server.processes;

import dev.assent.core.identity.TransactionId;
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
    private volatile boolean isTelling;

    Recorder(CrashTrigger trigger) {
        this.trigger = trigger;
    }

    /** From now on every event is told. */
    String begin() {
        isTelling = true;
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
        if (isTelling) {
            trigger.tell(new Event(Event.now(), point.name(), participant, 0, "").word());
        }
        trigger.at(point, id, participant);
    }

    @Override
    public void passed(Way way, String peer, Object message, int bytes) {
        String name = WirePoint.of(way, message);
        counts.computeIfAbsent(name, first -> new LongAdder()).increment();
        if (isTelling) {
            trigger.tell(new Event(Event.now(), name, CrashTrigger.WHOLE, bytes, peer).word());
        }
        trigger.passed(way, peer, message, bytes);
    }
}
