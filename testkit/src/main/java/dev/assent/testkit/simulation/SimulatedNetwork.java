package dev.assent.testkit.simulation;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Caller;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Transport;
import dev.assent.testkit.simulation.Schedule.Kind;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What lies between the nodes of a world: brings messages late, in any order, twice, or not at all. Who asks is answered
 * once, when all else fails by the end of its patience. A call is never brought twice, nor to another node, as a request
 * may be whose address somebody else has got.
 *
 * <p>Not thread-safe.
 */
final class SimulatedNetwork {
    /** The scheme of its addresses, which end with the name of a node. */
    static final String SCHEME = "sim";

    private static final String CALL = "a call";
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    private final World world;
    private final Map<NodeLife, Inbound> inbounds = new HashMap<>();
    private final Set<Exchange<?>> open = new LinkedHashSet<>();
    private final WireOracle oracle;

    SimulatedNetwork(World world) {
        this.world = world;
        this.oracle = new WireOracle(world);
    }

    static String address(SimulatedNode node) {
        return SCHEME + "://" + node.name();
    }

    /** The way of one life of a node to the others. */
    Transport of(NodeLife life) {
        return new Wire(life);
    }

    /** A life is over: who waits for its answers will have waited in vain. */
    void ended(NodeLife life) {
        inbounds.remove(life);
        for (Exchange<?> each : List.copyOf(open)) {
            if (each.to == life) {
                each.giveUpSoon(true);
            }
        }
    }

    private @Nullable NodeLife find(String address) {
        for (SimulatedNode node : world.nodes()) {
            if (address(node).equals(address)) {
                return node.process();
            }
        }
        return null;
    }

    private long delayNanos() {
        boolean isLate = world.mayFail(world.profile().network().late());
        return isLate ? world.chance().hangNanos() / 10 : world.chance().delayNanos();
    }

    /** A message, and who waits for its answer. */
    private final class Exchange<R> {
        private final NodeLife from;
        private final String what;
        private final boolean isRequest;
        private final BiConsumer<Inbound, Consumer<R>> delivery;
        private final Function<Boolean, R> unanswered;
        private final Consumer<R> reply;
        private @Nullable NodeLife to;
        private boolean isAnswered;

        Exchange(
                NodeLife from,
                String what,
                BiConsumer<Inbound, Consumer<R>> delivery,
                Function<Boolean, R> unanswered,
                Consumer<R> reply) {
            this.from = from;
            this.what = what;
            this.isRequest = !what.equals(CALL);
            this.delivery = delivery;
            this.unanswered = unanswered;
            this.reply = reply;
        }

        void send(String address) {
            open.add(this);
            from.port("send " + what + " to " + address);
            Profile.Network network = world.profile().network();
            if (world.mayFail(network.loss())) {
                world.ledger().saw(Sight.MESSAGE_LOST);
                giveUpSoon(true);
                return;
            }
            if (world.mayFail(network.late())) {
                giveUpSoon(true); // of which the other side may hear later
            }
            world.schedule().after(delayNanos(), () -> arrive(address));
            if (isRequest && world.mayFail(network.repeat())) {
                world.ledger().saw(Sight.MESSAGE_REPEATED);
                long longAfter = world.chance().delayNanos() * world.chance().below(1000);
                world.schedule().after(longAfter, () -> arrive(address));
            }
        }

        private void arrive(String address) {
            boolean isAstray =
                    isRequest && world.mayFail(world.profile().network().astray());
            NodeLife there = isAstray ? world.chance().oneOf(world.nodes()).process() : find(address);
            Inbound inbound = there == null ? null : inbounds.get(there);
            if (there == null || inbound == null) {
                giveUpSoon(world.chance().of(0.5));
                return;
            }
            to = there;
            there.port("receive " + what + " from " + from);
            delivery.accept(inbound, answer -> {
                there.port("answer " + what);
                if (world.mayFail(world.profile().network().loss())) {
                    world.ledger().saw(Sight.MESSAGE_LOST);
                    giveUpSoon(true);
                } else {
                    world.schedule().after(delayNanos(), from, Kind.STEP, () -> take(answer));
                }
            });
        }

        void giveUpSoon(boolean mayHaveArrived) {
            world.schedule().after(PATIENCE_NANOS, from, Kind.STEP, () -> take(unanswered.apply(mayHaveArrived)));
        }

        private void take(R answer) {
            if (!isAnswered) {
                isAnswered = true;
                open.remove(this);
                from.port("hear of " + what);
                if (world.history().isRecorded()) {
                    world.history().line("  " + answer);
                }
                reply.accept(answer);
            }
        }
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
        private final NodeLife life;
        private final String address;

        Far(NodeLife life, String address) {
            this.life = life;
            this.address = address;
        }

        private Set<Transport.Feature> can() {
            return world.profile().network().wire();
        }

        private Caller caller() {
            return new Caller(life.nodeEpoch().node(), life.toString());
        }

        @Override
        public String address() {
            return address;
        }

        @Override
        public void call(Call call, Consumer<Result> reply) {
            new Exchange<Result>(
                            life,
                            CALL,
                            (inbound, answer) -> inbound.call(caller(), call, result -> {
                                oracle.answered(result);
                                answer.accept(result);
                            }),
                            arrived -> new Result.Unanswered(arrived, lost()),
                            reply)
                    .send(address);
        }

        @Override
        public void ask(Request request, long timeoutMillis, Consumer<Response> reply) {
            oracle.sent(request);
            if (request instanceof Request.Inquire) {
                world.ledger().saw(Sight.INQUIRED);
            }
            if (request instanceof Request.Register && !can().contains(Transport.Feature.REGISTRATION_ON_REPLY)) {
                world.ledger().saw(Sight.REGISTERED_APART);
            }
            new Exchange<Response>(
                            life,
                            name(request),
                            (inbound, answer) -> inbound.ask(caller(), request, response -> {
                                oracle.answered(response);
                                answer.accept(response);
                            }),
                            arrived -> new Response.Unanswered(arrived, lost()),
                            response -> {
                                noteHazard(request, response);
                                reply.accept(response);
                            })
                    .send(address);
        }

        private static IllegalStateException lost() {
            return new IllegalStateException("a message is lost");
        }

        private static String name(Request request) {
            return request instanceof Request.Ask ask
                    ? ask.verb().name()
                    : request.getClass().getSimpleName();
        }

        /** A commit in one phase whose fate is unknown makes a hazard; RETRY is what a wire has without a word for it. */
        private void noteHazard(Request request, Response response) {
            boolean isUnknown = (response instanceof Response.Unanswered lost && lost.mayHaveArrived())
                    || (response instanceof Response.Answered told
                            && (told.answer() == Answer.HEURISTIC_HAZARD || told.answer() == Answer.RETRY))
                    || (response instanceof Response.Refused refused && refused.why() == Response.Why.NOT_MINE);
            if (isUnknown && request instanceof Request.Ask ask && ask.verb() == RemoteVerb.COMMIT_ONE_PHASE) {
                TransactionTruth truth =
                        world.ledger().find(ByteBuffer.wrap(ask.branch().id().global()));
                if (truth != null) {
                    truth.hasCause = true;
                }
            }
        }
    }
}
