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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests about transactions to other processes, and notes which ones it can't reach. It logs one line when an
 * outage begins and one when it ends, and recovery retries with growing pauses. It also logs one line for a process
 * that refuses requests, and one for a sender that exceeds its rights. All this is counted by place ({@link
 * ShownAddress}), however many references lead there.
 *
 * <p>Thread safety: all methods may be called by any thread; none blocks or throws.
 */
public final class Peers {
    /** How long a request without a limit of its own waits for its answer. */
    public static final long REQUEST_MILLIS = 10_000;

    /** How many incidents of each kind are remembered; the one that was seen longest ago is dropped. */
    private static final int INCIDENTS_MAX = 1_000;

    /** After so long without an incident, the next one of the same process is logged again. */
    private static final long REFUSAL_NANOS = 60_000_000_000L;

    private final Transports transports;
    private final Clock clock;
    private final Notices notices;
    private final @Nullable KnownPlaces places;

    /** The running outages, by place; guarded by itself. */
    private final Recent<String, Outage> outages = new Recent<>(INCIDENTS_MAX);

    /** When a place was reached again; guarded by the outages. */
    private final Recent<String, Long> returns = new Recent<>(INCIDENTS_MAX);

    /** When a place last refused a request; guarded by itself. */
    private final Recent<String, Long> refusals = new Recent<>(INCIDENTS_MAX);

    /** When a sender last exceeded its rights, by its name; guarded by itself. */
    private final Recent<String, Long> trespasses = new Recent<>(INCIDENTS_MAX);

    private volatile boolean isAnyAway;

    /** A sent request without an answer yet. */
    private record Asked(String address, Request request, long nanos) {}

    /** The peers at the addresses of these transports; the places of voters are not noted. */
    public Peers(Transports transports, Clock clock, Notices notices) {
        this(transports, clock, notices, null);
    }

    /**
     * The peers at the addresses of these transports.
     *
     * @param places notes the nodes that vote; null to note none
     */
    public Peers(Transports transports, Clock clock, Notices notices, @Nullable KnownPlaces places) {
        this.transports = transports;
        this.clock = clock;
        this.notices = notices;
        this.places = places;
    }

    /** The transports to the peers. */
    public Transports transports() {
        return transports;
    }

    /** The time of the node's clock. */
    public long nanos() {
        return clock.nanos();
    }

    /** Logs a warning about a peer. */
    public void told(String text) {
        notices.warning(text);
    }

    /** Whether recovery may try a peer: no pause after a failed request is running. */
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
     * How long an undecided transaction waits for an answer: all the time that it has left, or {@link #REQUEST_MILLIS}
     * if it has no timeout.
     *
     * @param remainingMillis as in a {@link Context}
     */
    public static long undecidedMillis(long remainingMillis) {
        return remainingMillis == Context.UNLIMITED ? REQUEST_MILLIS : Math.max(1, remainingMillis);
    }

    /** Asks the process at an address, and waits {@link #REQUEST_MILLIS} for the answer. */
    public void ask(String address, Request request, Consumer<Response> reply) {
        ask(address, request, REQUEST_MILLIS, reply);
    }

    /**
     * Asks the process at an address.
     *
     * @param timeoutMillis how long to wait for the answer; at least 1
     * @param reply gets the result once; if no transport here has the address's scheme, that the request was not sent
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
     * Takes a response. A process that is not ready counts as one that can't be reached. An answer to an outcome or a
     * vote does not prove that the process is reached, since some wires do not wait for one.
     */
    private void take(Asked asked, Response response, Consumer<Response> reply) {
        noteVoter(asked, response);
        // recovery reports a failed inquiry itself; an inquiry after a hint, and a hint, need no report
        boolean isHint = asked.request() instanceof Request.Restarted || asked.request() instanceof Request.Vote;
        boolean isTold = !isHint && !(asked.request() instanceof Request.Inquire);
        if (response instanceof Response.Unanswered lost) {
            failed(asked, lost.cause(), isTold);
        } else if (response instanceof Response.Refused refused && refused.why() == Response.Why.NOT_READY) {
            failed(asked, refused.text(), isTold);
        } else if (!(asked.request() instanceof Request.Completed || asked.request() instanceof Request.Vote)) {
            reached(asked.address());
        }
        reply.accept(response);
    }

    /** Notes a node that has voted, if the wire can tell it of the next start of this node. */
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

    private void failed(Asked asked, Object cause, boolean isTold) {
        String place = ShownAddress.place(asked.address());
        Outage.Failure failure = new Outage.Failure(asked.address(), clock.nanos());
        boolean isNews;
        synchronized (outages) {
            Long back = returns.get(place);
            if (back != null && back - asked.nanos() > 0) {
                return; // sent during an outage that is over; only a newer request shows a new outage
            }
            Outage before = outages.get(place);
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
            returns.put(place, now);
        }
        if (outage.isTold()) {
            notices.info(MESSAGES.peerBack(ShownAddress.of(address), (now - outage.sinceNanos()) / 1_000_000));
        }
    }

    /**
     * Logs that a process refuses a request; once for all refusals there in the same time.
     *
     * @param text the refused request, and the operator's remedy
     */
    public void refused(String address, String text) {
        tellOnce(refusals, ShownAddress.place(address), text);
    }

    /**
     * Logs that a sender has exceeded its rights (law 22) and is refused; once for all its messages in the same time.
     *
     * @param text the refused message, and the operator's remedy
     */
    public void forbidden(Caller from, String text) {
        tellOnce(trespasses, from.name(), text);
    }

    private void tellOnce(Recent<String, Long> incidents, String who, String text) {
        long now = clock.nanos();
        Long before;
        synchronized (incidents) {
            before = incidents.get(who);
            incidents.put(who, now);
        }
        if (before == null || now - before > REFUSAL_NANOS) {
            notices.warning(text);
        }
    }
}
