package dev.assent.remote.superior;

import dev.assent.core.transaction.Coordinator;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.KnownPlaces;
import dev.assent.remote.transport.Peers;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transport.Feature;
import dev.assent.remote.transport.Transports;

/**
 * Tells the nodes that have voted in transactions of earlier lives of this node that it runs again, once each, as soon
 * as their transport has joined. They then ask for the decisions at once, and don't wait for their timers. If the news
 * gets lost, only time is lost.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class RestartNews {
    private final Coordinator coordinator;
    private final Peers peers;
    private final KnownPlaces places;

    /**
     * The news of a node.
     *
     * @param places of the nodes that get the news
     */
    public RestartNews(Coordinator coordinator, Peers peers, KnownPlaces places) {
        this.coordinator = coordinator;
        this.peers = peers;
        this.places = places;
    }

    /** Reads the nodes to tell from the log. Called when the log is read, before {@link #tell}. */
    public void restore() {
        places.restore();
    }

    /**
     * Tells the nodes that a transport reaches. Called when this node answers inquiries, since these nodes will ask.
     *
     * @param via an opened transport
     */
    public void tell(Transport via) {
        if (via.can().contains(Feature.RESTARTS)) {
            places.take(address -> Transports.scheme(address).equals(via.scheme()))
                    .forEach(this::tell);
        }
    }

    private void tell(KnownPlaces.Place place) {
        peers.ask(place.address(), new Request.Restarted(coordinator.life()), response -> {
            if (!(response instanceof Response.Answered)) {
                places.forget(place.name());
            }
        });
    }
}
