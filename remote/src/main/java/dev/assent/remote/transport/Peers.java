package dev.assent.remote.transport;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.observe.Notices;
import dev.assent.core.time.Clock;
import dev.assent.core.time.Pause;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.ShownAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks other processes about transactions, and keeps in mind which are not reached: one line when that begins and one
 * when it ends, and growing pauses before recovery tries again. One that answers, and refuses, is told once as well; so is
 * one that sends what it has no right to. All that is of a place ({@link ShownAddress}), however many references lead
 * there.
 *
 * <p>Thread safety: all methods may be called by any thread; none blocks or throws.
 */
public final class Peers {
    /** How long an answer is waited for when who asks has no limit of its own. */
    public static final long REQUEST_MILLIS = 10_000;

    /** How many incidents of each kind are kept in mind; the one that was not noticed for the longest time goes. */
    private static final int INCIDENTS_MAX = 1_000;

    /** Who has refused, or tried, nothing for so long, and does again, is told again. */
    private static final long REFUSAL_NANOS = 60_000_000_000L;

    private final Transports transports;
    private final Clock clock;
    private final Notices notices;
    private final @Nullable KnownPlaces places;

    /** Those that are not reached, by place; guarded by itself. */
    private final Map<String, Outage> outages = new Recent<>();

    /** When a place was reached again; guarded by the outages. */
    private final Map<String, Long> returns = new Recent<>();

    /** When a place has refused something last; guarded by itself. */
    private final Map<String, Long> refusals = new Recent<>();

    /** When somebody has sent last what it has no right to, by name; guarded by itself. */
    private final Map<String, Long> trespasses = new Recent<>();

    private volatile boolean isAnyAway;

    /** A request under way. */
    private record Asked(String address, Request request, long nanos) {}

    private static final class Recent<V> extends LinkedHashMap<String, V> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > INCIDENTS_MAX;
        }
    }

    /** The peers at the addresses of these transports; nobody notes where they are. */
    public Peers(Transports transports, Clock clock, Notices notices) {
        this(transports, clock, notices, null);
    }

    /**
     * The peers at the addresses of these transports.
     *
     * @param places where the nodes are noted that vote; null for nowhere
     */
    public Peers(Transports transports, Clock clock, Notices notices, @Nullable KnownPlaces places) {
        this.transports = transports;
        this.clock = clock;
        this.notices = notices;
        this.places = places;
    }

    /** The transports they are reached by. */
    public Transports transports() {
        return transports;
    }

    /** The time, as a node's clock shows it. */
    public long nanos() {
        return clock.nanos();
    }

    /** Tells operators something of a peer. */
    public void told(String text) {
        notices.warning(text);
    }

    /** Whether a peer may be tried without being asked for: no pause lasts since it was not reached. */
    public boolean mayTry(String address) {
        if (!isAnyAway) {
            return true;
        }
        synchronized (outages) {
            Outage outage = outages.get(ShownAddress.place(address));
            return outage == null || outage.pause().isOver(clock.nanos());
        }
    }

    /**
     * How long an answer is waited for by a transaction that is not decided: for all the time it has left; as long as is
     * usual when it has no limit.
     *
     * @param remainingMillis as of a {@link Context}
     */
    public static long undecidedMillis(long remainingMillis) {
        return remainingMillis == Context.UNLIMITED ? REQUEST_MILLIS : Math.max(1, remainingMillis);
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
        Asked asked = new Asked(address, request, clock.nanos());
        Peer peer;
        try {
            peer = transports.peer(address);
        } catch (IllegalArgumentException noWay) {
            take(asked, new Response.Unanswered(false, noWay), reply);
            return;
        }
        peer.ask(request, timeoutMillis, response -> take(asked, response, reply));
    }

    /**
     * One that is not ready is as good as not there: it asks for the same patience, whatever it was asked. That it was
     * told what has become of a transaction, or of a part of one, says nothing: nobody waits for that, and some wires do not,
     * either.
     */
    private void take(Asked asked, Response response, Consumer<Response> reply) {
        noteVoter(asked, response);
        // recovery reports a failed question itself; one that follows news, and what is a hint itself, need no report
        boolean isHint = asked.request() instanceof Request.Restarted || asked.request() instanceof Request.Vote;
        boolean isTold = !isHint && !(asked.request() instanceof Request.Inquire);
        if (response instanceof Response.Unanswered lost) {
            failed(asked, lost.cause().toString(), isTold);
        } else if (response instanceof Response.Refused refused && refused.why() == Response.Why.NOT_READY) {
            failed(asked, refused.text(), isTold);
        } else if (!(asked.request() instanceof Request.Completed || asked.request() instanceof Request.Vote)) {
            reached(asked.address());
        }
        reply.accept(response);
    }

    /** Notes a node that has voted, so that it hears of the next start of this one, where the wire has a message for that. */
    private void noteVoter(Asked asked, Response response) {
        if (places != null
                && response instanceof Response.Answered
                && asked.request() instanceof Request.Ask ask
                && ask.verb() == RemoteVerb.PREPARE
                && ask.branch().node() != null) {
            Transport via = transports.find(asked.address());
            if (via != null && via.can().contains(Transport.Feature.RESTARTS)) {
                places.note(asked.address());
            }
        }
    }

    private void failed(Asked asked, String cause, boolean isTold) {
        String place = ShownAddress.place(asked.address());
        Outage.Failure failure = new Outage.Failure(asked.address(), clock.nanos());
        boolean isNews;
        synchronized (outages) {
            Long back = returns.get(place);
            if (back != null && back - asked.nanos() > 0) {
                return; // it was asked in an outage that is over: only what is asked now shows whether another begins
            }
            Outage before = outages.remove(place);
            isNews = isTold && (before == null || !before.isTold());
            outages.put(place, before == null ? Outage.begun(failure, isTold) : before.after(failure, isTold));
            isAnyAway = true;
        }
        if (isNews) {
            notices.warning(MESSAGES.peerUnreachable(ShownAddress.of(asked.address()), cause, Pause.SECONDS_MAX));
        }
    }

    private void reached(String address) {
        if (!isAnyAway) {
            return;
        }
        String place = ShownAddress.place(address);
        long now = clock.nanos();
        Outage outage;
        synchronized (outages) {
            outage = outages.get(place);
            if (outage == null) {
                return;
            }
            if (!outage.isOver(address, now)) {
                outages.put(place, outage.answered());
                return;
            }
            outages.remove(place);
            isAnyAway = !outages.isEmpty();
            returns.remove(place);
            returns.put(place, now);
        }
        if (outage.isTold()) {
            notices.info(MESSAGES.peerBack(ShownAddress.of(address), (now - outage.sinceNanos()) / 1_000_000));
        }
    }

    /**
     * A process has answered that it does not do what it was asked to. Told once, for all that is refused there
     * meanwhile.
     *
     * @param text what, and what an operator can do
     */
    public void refused(String address, String text) {
        tellOnce(refusals, ShownAddress.place(address), text);
    }

    /**
     * Somebody has sent what it has no right to (law 22), and is refused. Told once, for all that it sends meanwhile.
     *
     * @param text what, and what an operator can do
     */
    public void forbidden(Caller from, String text) {
        tellOnce(trespasses, from.name(), text);
    }

    private void tellOnce(Map<String, Long> incidents, String who, String text) {
        long now = clock.nanos();
        Long before;
        synchronized (incidents) {
            before = incidents.remove(who);
            incidents.put(who, now);
        }
        if (before == null || now - before > REFUSAL_NANOS) {
            notices.warning(text);
        }
    }
}
