package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Transport;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The network between the nodes of a world. It delivers messages late, in any order, twice, or not at all. Each
 * question gets exactly one answer, at the latest when the asking node's time or patience ends. The network never
 * delivers a call twice, nor to another node. It may do so with a request, if another node has got its address.
 *
 * <p>Not thread-safe.
 */
final class SimulatedNetwork {
    /** The scheme of its addresses, which end with the host of a node. */
    static final String SCHEME = "sim";

    private final World world;
    private final Map<Station, Inbound> inbounds = new HashMap<>();
    private final Set<Exchange<?>> open = new LinkedHashSet<>();
    private final WireOracle wire;
    private final ClientOracle clients;
    private final Cuts cuts;
    private final RequestNotes notes;

    /** The requests that were to arrive twice, with their addresses. */
    private final Set<String> repeated = new HashSet<>();

    SimulatedNetwork(World world) {
        this.world = world;
        this.wire = new WireOracle(world);
        this.clients = new ClientOracle(world);
        this.cuts = new Cuts(world);
        this.notes = new RequestNotes(world, wire);
    }

    static String address(SimulatedNode node) {
        return SCHEME + "://" + node.host();
    }

    /** A node or a client, which sends messages and may receive them. */
    interface Station {
        /** The sender of the messages. */
        Caller caller();

        /**
         * A message is sent, taken in or answered here, which may be the end of it.
         *
         * @param call which message, and which of these
         * @param more about it, for people
         */
        void port(String call, String more);

        /** Whose events its events are; null for the world's. */
        @Nullable NodeLife life();

        /** Whether it has ended. */
        boolean isDead();
    }

    /** The way of one life of a node to the others. */
    Transport of(NodeLife life) {
        return new Wire(life);
    }

    /** A station, as another one reaches it. */
    Peer peer(Station from, String address) {
        return new Far(from, address);
    }

    /** Parts the nodes for a while. */
    void part() {
        cuts.begin();
    }

    /** From now on the station receives messages. */
    void open(Station here, Inbound inbound) {
        inbounds.put(here, inbound);
    }

    /** A station has ended: a caller that waits for its answers waits in vain. */
    void ended(Station over) {
        inbounds.remove(over);
        for (Exchange<?> each : List.copyOf(open)) {
            if (each.isTo(over)) {
                each.giveUpSoon(true);
            }
        }
    }

    /** A request is to arrive at an address twice. */
    void repeats(String what, String address) {
        repeated.add(what + " to " + address);
    }

    /** Whether any such request was. */
    boolean hasRepeated(String what, String address) {
        return repeated.contains(what + " to " + address);
    }

    /** Ends the exchanges that have waited long enough. */
    void tick() {
        List.copyOf(open).forEach(Exchange::giveUpIfDue);
    }

    /**
     * The station at an address. If a copy of the node was started at the same address, it is the copy at times, and
     * always when the node is down.
     *
     * @param isForCopies whether the copy may get it: one that gets calls would be a node of its own there
     */
    @Nullable Station find(String address, boolean isForCopies) {
        SimulatedNode copy = isForCopies ? world.copyAt(address) : null;
        NodeLife living = copy == null ? null : copy.life();
        Station known = find(address);
        if (living != null
                && !world.isQuiet()
                && (known == null || world.chance().of(0.3))) {
            world.ledger().saw(Sight.COPY_ASKED);
            return living;
        }
        return known;
    }

    private @Nullable Station find(String address) {
        for (SimulatedNode node : world.nodes()) {
            if (address(node).equals(address)) {
                return node.process();
            }
        }
        return world.foreigners().stream()
                .filter(each -> each.isAt(address))
                .findFirst()
                .map(Foreigner::life)
                .orElse(null);
    }

    World world() {
        return world;
    }

    Cuts cuts() {
        return cuts;
    }

    /** What takes messages at a station; null when nothing does. */
    @Nullable Inbound inbound(Station there) {
        return inbounds.get(there);
    }

    /** A message is sent, and its sender waits for the answer. */
    void begun(Exchange<?> exchange) {
        open.add(exchange);
    }

    /** The sender has its answer. */
    void over(Exchange<?> exchange) {
        open.remove(exchange);
    }

    /** One life's end of it. */
    private final class Wire implements Transport {
        private final NodeLife life;

        Wire(NodeLife life) {
            this.life = life;
        }

        @Override
        public String scheme() {
            return SCHEME;
        }

        @Override
        public Set<Feature> can() {
            return world.profile().network().wire();
        }

        @Override
        public String address() {
            return SimulatedNetwork.address(life.node());
        }

        @Override
        public Peer peer(String address) {
            return new Far(life, address);
        }

        @Override
        public void open(Inbound inbound) {
            inbounds.put(life, inbound);
        }

        @Override
        public void close() {
            inbounds.remove(life);
        }
    }

    /** A node as another one sees it. */
    private final class Far implements Peer {
        private final Station from;
        private final String address;

        Far(Station from, String address) {
            this.from = from;
            this.address = address;
        }

        @Override
        public String address() {
            return address;
        }

        @Override
        public void call(Call call, Consumer<Result> reply) {
            Context context = call.context();
            Exchange.Delivery<Result> delivery =
                    (there, inbound, answer) -> inbound.call(from.caller(), call, result -> {
                        wire.answered(result);
                        answer.accept(result);
                    });
            Function<Boolean, Result> unanswered = arrived -> new Result.Unanswered(arrived, lost());
            Consumer<Result> noted = result -> {
                if (context != null) {
                    world.oracles().remoteCalls().heard(context.id(), result);
                }
                reply.accept(result);
            };
            new Exchange<>(
                            SimulatedNetwork.this,
                            from,
                            new Exchange.Message(Coverage.CALL, context == null ? null : context.id()),
                            delivery,
                            unanswered,
                            new Exchange.Waiting<>(noted, Long.MAX_VALUE))
                    .send(address);
        }

        @Override
        public void ask(Request request, long timeoutMillis, Consumer<Response> reply) {
            wire.sent(request);
            notes.sent(from.life(), request);
            Exchange.Delivery<Response> delivery = (there, inbound, answer) -> {
                clients.asked(there, request);
                inbound.ask(from.caller(), request, response -> {
                    wire.answered(response);
                    clients.answered(there, request, response);
                    answered(there, request, response);
                    answer.accept(response);
                });
            };
            Function<Boolean, Response> unanswered = arrived -> new Response.Unanswered(arrived, lost());
            Consumer<Response> noted = response -> {
                notes.heard(from.life(), request, response);
                reply.accept(response);
            };
            new Exchange<>(
                            SimulatedNetwork.this,
                            from,
                            new Exchange.Message(name(request), about(request)),
                            delivery,
                            unanswered,
                            new Exchange.Waiting<>(noted, timeoutMillis))
                    .send(address);
        }

        private void answered(Station there, Request request, Response response) {
            NodeLife life = there.life();
            if (life == null) {
                return;
            }
            world.oracles().answers().answered(life, request, response);
            if (request instanceof Request.Ask ask && response instanceof Response.Answered told) {
                world.oracles().incarnations().voted(life, ask, told.answer());
            }
        }

        private static IllegalStateException lost() {
            return new IllegalStateException("a message is lost");
        }

        private static @Nullable TransactionId about(Request request) {
            if (request instanceof Request.Ask ask) {
                return ask.branch().id();
            }
            if (request instanceof Request.Register register) {
                return register.registration().branch().id();
            }
            if (request instanceof Request.Vote vote) {
                return vote.branch().id();
            }
            if (request instanceof Request.Completed completed) {
                return completed.branch().id();
            }
            if (request instanceof Request.Inquire inquiry) {
                return inquiry.branch().id();
            }
            return request instanceof Request.End end ? end.id() : null;
        }

        private static String name(Request request) {
            return request instanceof Request.Ask ask
                    ? ask.verb().name()
                    : request.getClass().getSimpleName();
        }
    }
}
