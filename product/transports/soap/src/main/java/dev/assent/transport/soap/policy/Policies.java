package dev.assent.transport.soap.policy;

import dev.assent.core.foreign.Telling;
import dev.assent.core.time.Clock;
import dev.assent.transport.soap.http.HttpCaller.Outgoing;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.http.MediaType;
import dev.assent.transport.soap.http.Reply;
import dev.assent.transport.soap.messaging.Exchanges;
import dev.assent.transport.soap.messaging.Exchanges.Waiter;
import dev.assent.transport.soap.xml.XmlException;
import dev.assent.transport.soap.xml.XmlLimits;
import dev.assent.transport.soap.xml.XmlReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The policies of called services, read from the WSDL at {@code ?wsdl} before the first call and again after a minute,
 * since a service may be replaced. If no WSDL can be read, nothing is known, and calls are sent. Documents that a WSDL
 * imports are not read.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class Policies {
    /** How long a policy is valid. */
    public static final long MILLIS_MAX = 60_000;

    private static final long READ_MILLIS_MAX = 10_000;
    private static final int SERVICES_MAX = 10_000;
    private static final int DEPTH_MAX = 100;
    private static final int ELEMENTS_MAX = 100_000;
    private static final int ATTRIBUTES_MAX = 100;

    private final Exchanges exchanges;
    private final Clock clock;
    private final XmlReader reader;

    /** Drops the oldest. It and its values are guarded by it. */
    private final Map<String, Known> byUrl = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
            return size() > SERVICES_MAX;
        }
    };

    /** A policy that was read, or is being read while callers wait. */
    private static final class Known {
        private final List<Consumer<ServicePolicy>> waiting = new ArrayList<>(1);
        private @Nullable ServicePolicy policy;
        private long sinceNanos;
    }

    /** No policies yet; larger documents than this are not read. */
    public Policies(Exchanges exchanges, Clock clock, int bytesMax) {
        this.exchanges = exchanges;
        this.clock = clock;
        this.reader = new XmlReader(new XmlLimits(bytesMax, DEPTH_MAX, ELEMENTS_MAX, ATTRIBUTES_MAX));
    }

    /**
     * The policy of a service.
     *
     * @param millis how long to wait for a WSDL at most
     * @param then gets the policy once, by any thread, perhaps before this returns
     */
    public void of(HttpUrl service, long millis, Consumer<ServicePolicy> then) {
        ServicePolicy found;
        Known reading = new Known();
        synchronized (byUrl) {
            Known known = byUrl.get(service.url());
            if (known != null && known.policy == null) {
                known.waiting.add(then);
                return;
            }
            found = known == null || isOld(known) ? null : known.policy;
            if (found == null) {
                reading.waiting.add(then);
                byUrl.put(service.url(), reading);
            }
        }
        if (found != null) {
            then.accept(found);
        } else {
            read(service, Math.min(millis, READ_MILLIS_MAX), reading);
        }
    }

    private boolean isOld(Known known) {
        return clock.nanos() - known.sinceNanos >= TimeUnit.MILLISECONDS.toNanos(MILLIS_MAX);
    }

    private void read(HttpUrl service, long millis, Known reading) {
        exchanges.post(
                Outgoing.reading(service.at(service.pathAndQuery() + "?wsdl")),
                unseen -> {},
                new Waiter<Runnable>(millis, Runnable::run, (mayHaveArrived, lost) -> () -> unread(service, reading)),
                answered -> {
                    ServicePolicy policy = policy(answered);
                    return () -> finish(reading, policy);
                });
    }

    private ServicePolicy policy(Reply.Answered answered) {
        if (answered.status() != 200) {
            return ServicePolicy.SILENT;
        }
        MediaType type = MediaType.of(answered.entity().contentType());
        try {
            return ServicePolicy.read(
                    reader.read(answered.entity().bytes(), type.charset().orElse(null)));
        } catch (XmlException none) {
            return ServicePolicy.SILENT;
        }
    }

    /** Forgets a failed reading; the next call reads again. */
    private void unread(HttpUrl service, Known reading) {
        synchronized (byUrl) {
            byUrl.remove(service.url(), reading);
        }
        finish(reading, ServicePolicy.SILENT);
    }

    private void finish(Known reading, ServicePolicy policy) {
        List<Consumer<ServicePolicy>> told;
        synchronized (byUrl) {
            reading.policy = policy;
            reading.sinceNanos = clock.nanos();
            told = List.copyOf(reading.waiting);
            reading.waiting.clear();
        }
        Telling.all(told, each -> each.accept(policy));
    }
}
