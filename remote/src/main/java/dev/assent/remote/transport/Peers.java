package dev.assent.remote.transport;

import dev.assent.core.message.Message;
import dev.assent.core.observe.Notices;
import dev.assent.core.time.Clock;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Asks other processes about transactions, and keeps in mind which are not reached: one line when that begins and one
 * when it ends, and growing pauses before recovery tries again.
 *
 * <p>Thread safety: all methods may be called by any thread; none blocks or throws.
 */
public final class Peers {
    /** How long an answer is waited for when who asks has no limit of its own. */
    public static final long REQUEST_MILLIS = 10_000;

    private static final long PAUSE_NANOS_MIN = 500_000_000L;
    private static final long PAUSE_NANOS_MAX = 4_000_000_000L;

    private final Transports transports;
    private final Clock clock;
    private final Notices notices;
    private final Map<String, Outage> outages = new ConcurrentHashMap<>();

    /**
     * A peer that is not reached.
     *
     * @param sinceNanos the first failure
     * @param pauseNanos how long to wait after the last one
     * @param retryNanos when to try again
     */
    private record Outage(long sinceNanos, long pauseNanos, long retryNanos) {}

    /** The peers at the addresses of these transports. */
    public Peers(Transports transports, Clock clock, Notices notices) {
        this.transports = transports;
        this.clock = clock;
        this.notices = notices;
    }

    /** The transports they are reached by. */
    public Transports transports() {
        return transports;
    }

    /** Whether a peer may be tried without being asked for: no pause lasts since it was not reached. */
    public boolean mayTry(String address) {
        Outage outage = outages.get(address);
        return outage == null || clock.nanos() >= outage.retryNanos();
    }

    /** Asks the process at an address, and waits for as long as is usual. */
    public void ask(String address, Request request, Consumer<Response> reply) {
        ask(address, request, REQUEST_MILLIS, reply);
    }

    /**
     * Asks the process at an address.
     *
     * @param timeoutMillis how long its answer is waited for; at least 1
     * @param reply is told once what became of it; that its address is of no transport here is told as any other
     *     request that was not sent
     */
    public void ask(String address, Request request, long timeoutMillis, Consumer<Response> reply) {
        Peer peer;
        try {
            peer = transports.peer(address);
        } catch (IllegalArgumentException noWay) {
            take(address, new Response.Unanswered(false, noWay), reply);
            return;
        }
        peer.ask(request, timeoutMillis, response -> take(address, response, reply));
    }

    private void take(String address, Response response, Consumer<Response> reply) {
        if (response instanceof Response.Unanswered lost) {
            failed(address, lost.cause());
        } else {
            reached(address);
        }
        reply.accept(response);
    }

    private void failed(String address, Throwable cause) {
        long now = clock.nanos();
        boolean[] isNews = new boolean[1];
        outages.compute(address, (same, before) -> {
            isNews[0] = before == null;
            long pause =
                    Math.min(Math.max(PAUSE_NANOS_MIN, before == null ? 0 : 2 * before.pauseNanos()), PAUSE_NANOS_MAX);
            return new Outage(before == null ? now : before.sinceNanos(), pause, now + pause);
        });
        if (isNews[0]) {
            notices.warning(Message.PEER_UNREACHABLE.text(address, cause, PAUSE_NANOS_MAX / 1_000_000_000));
        }
    }

    private void reached(String address) {
        Outage outage = outages.isEmpty() ? null : outages.remove(address);
        if (outage != null) {
            notices.info(Message.PEER_BACK.text(address, (clock.nanos() - outage.sinceNanos()) / 1_000_000));
        }
    }
}
