package dev.assent.remote.node;

import dev.assent.core.NodeLayer;
import dev.assent.remote.superior.Outflow;
import dev.assent.remote.transport.KnownPlaces;
import dev.assent.remote.transport.Peers;
import dev.assent.remote.transport.Transports;
import java.util.function.Predicate;

/**
 * The parts with which a node reaches others.
 *
 * <p>Immutable and safe to share, as its parts are.
 *
 * @param transports by scheme
 * @param peers take requests about transactions
 * @param outflow makes called processes part of transactions
 * @param places of the nodes that hear of the next start of this one
 */
public record Outgoing(Transports transports, Peers peers, Outflow outflow, KnownPlaces places) {
    /**
     * The parts of a node, without a transport.
     *
     * @param isAllowed which addresses in contexts and registrations may be called (law 22)
     */
    public static Outgoing of(NodeLayer.Parts parts, Predicate<String> isAllowed) {
        Transports transports = new Transports(isAllowed);
        KnownPlaces places = new KnownPlaces(parts.coordinator().log());
        Peers peers = new Peers(transports, parts.coordinator().clock(), parts.notices(), places);
        return new Outgoing(transports, peers, new Outflow(peers), places);
    }
}
