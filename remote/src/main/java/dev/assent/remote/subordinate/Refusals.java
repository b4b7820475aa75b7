package dev.assent.remote.subordinate;

import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.message.Message;
import dev.assent.core.transaction.Coordinator;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Response.Why;
import dev.assent.remote.transport.Caller;

/**
 * How a node refuses what it is asked.
 *
 * <p>Immutable and safe to share.
 *
 * @param coordinator of the node
 */
record Refusals(Coordinator coordinator) {
    /** The message names another life of this node, or another node (law 17). */
    Response notMine(NodeEpoch asked) {
        NodeEpoch life = coordinator.life();
        return new Response.Refused(
                Why.NOT_MINE, Message.NOT_MINE.text(life.node(), life.epoch(), asked.node(), asked.epoch()));
    }

    /** The message does not name who is meant. */
    Response unnamed(Object message) {
        return new Response.Refused(
                Why.NOT_MINE, Message.MESSAGE_UNNAMED.text(coordinator.life().node(), message));
    }

    /**
     * Who asks has no right to (law 22).
     *
     * @param what is asked for
     * @param id the transaction
     * @param of whose right it is
     */
    static Response forbidden(Caller from, Object what, Object id, String of) {
        return new Response.Refused(Why.FORBIDDEN, Message.CONTROL_FORBIDDEN.text(from.name(), what, id, of));
    }

    /** It does not fit the state of the transaction. */
    static Response state(String text) {
        return new Response.Refused(Why.STATE, text);
    }
}
