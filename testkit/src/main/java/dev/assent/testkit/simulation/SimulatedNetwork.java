package dev.assent.testkit.simulation;

import dev.assent.core.participant.Answer;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
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
import java.util.concurrent.TimeUnit;
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

    private static final long PATIENCE_NANOS = 5_000_000_000L;

    /** Messages of clients to any node at an address. */
    private static final Set<String> UNNAMED = Set.of("Begin", "End");

    private final World world;
    private final Map<Station, Inbound> inbounds = new HashMap<>();
    private final Set<Exchange<?>> open = new LinkedHashSet<>();
    private final WireOracle wire;
    private final ClientOracle clients;
    private final Cuts cuts;

    SimulatedNetwork(World world) {
        this.world = world;
        this.wire = new WireOracle(world);
        this.clients = new ClientOracle(world);
        this.cuts = new Cuts(world);
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
            if (each.to == over) {
                each.giveUpSoon(true);
            }
        }
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
    private @Nullable Station find(String address, boolean isForCopies) {
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

    private long delayNanos() {
        boolean isLate = world.mayFail(world.profile().network().late());
        return isLate ? world.chance().hangNanos() / 10 : world.chance().delayNanos();
    }

    /** Hands a message to its receiver. */
    private interface Delivery<R> {
        void to(Station there, Inbound inbound, Consumer<R> answer);
    }

    /** The receiver of the answer, and how long it waits. */
    private record Waiting<R>(Consumer<R> reply, long millis) {}

    /** A message, and the station that waits for its answer. */
    private final class Exchange<R> {
        private final Station from;
        private final String what;
        private final boolean isRequest;
        private final Delivery<R> delivery;
        private final Function<Boolean, R> unanswered;
        private final Consumer<R> reply;
        private final long patienceNanos;
        private long givenUpNanos;
        private boolean isGivenUp;
        private @Nullable Station to;
        private boolean isRepeated;

        /** Whether it goes to another node: then a cut says nothing of the way that it should have gone. */
        private boolean isAstray;

        private boolean isAnswered;

        Exchange(Station from, String what, Delivery<R> delivery, Function<Boolean, R> unanswered, Waiting<R> waiting) {
            this.from = from;
            this.what = what;
            this.isRequest = !what.equals(Coverage.CALL);
            this.delivery = delivery;
            this.unanswered = unanswered;
            this.reply = waiting.reply();
            this.patienceNanos = Math.min(PATIENCE_NANOS, TimeUnit.MILLISECONDS.toNanos(waiting.millis()));
        }

        void send(String address) {
            open.add(this);
            givenUpNanos = world.schedule().nowNanos() + patienceNanos;
            from.port(Coverage.SEND + what, " to " + address);
            Profile.Network network = world.profile().network();
            if (mayFail(network.loss(), Coverage.LOST)) {
                world.ledger().saw(Sight.MESSAGE_LOST);
                met(Coverage.LOST);
                giveUpSoon(true);
                return;
            }
            if (mayFail(network.late(), Coverage.LATE)) {
                met(Coverage.LATE);
                giveUpSoon(true); // the other side may hear of that later
            }
            world.schedule().after(delayNanos(), () -> arrive(address));
            if (isRequest && mayFail(network.repeat(), Coverage.REPEATED)) {
                world.ledger().saw(Sight.MESSAGE_REPEATED);
                met(Coverage.REPEATED);
                isRepeated = true;
                long longAfter = world.chance().delayNanos() * world.chance().below(1000);
                world.schedule().after(longAfter, () -> arrive(address));
            }
        }

        private void arrive(String address) {
            isAstray = isRequest && mayFail(world.profile().network().astray(), Coverage.ASTRAY);
            if (isAstray) {
                met(Coverage.ASTRAY);
            }
            Station there = isAstray ? world.chance().oneOf(world.nodes()).process() : find(address, isForIt());
            Inbound inbound = there == null ? null : inbounds.get(there);
            if (there == null || inbound == null) {
                notReached();
                return;
            }
            if (isCut(from, there)) {
                giveUpSoon(true);
                return;
            }
            to = there;
            there.port(Coverage.RECEIVE + what, " from " + from);
            byTransport(there, () -> deliver(there, inbound));
        }

        private void deliver(Station there, Inbound inbound) {
            delivery.to(there, inbound, answer -> {
                there.port(Coverage.ANSWER + what, "");
                if (mayFail(world.profile().network().loss(), Coverage.ANSWER_LOST)) {
                    world.ledger().saw(Sight.MESSAGE_LOST);
                    met(Coverage.ANSWER_LOST);
                    giveUpSoon(true);
                } else if (isCut(there, from)) {
                    giveUpSoon(true);
                } else {
                    later(delayNanos(), () -> take(answer));
                }
            });
        }

        /**
         * No station is at the address. If all is calm, the sender hears so at once; otherwise a sender that asks again
         * would never come to rest.
         */
        private void notReached() {
            boolean mayHaveArrived = isRepeated || world.chance().of(0.5); // the other one may arrive
            if (world.isQuiet()) {
                later(0, () -> take(unanswered.apply(mayHaveArrived)));
            } else {
                giveUpSoon(mayHaveArrived);
            }
        }

        /** Whether it names its receiver, so that a copy of that node must refuse it. */
        private boolean isForIt() {
            return isRequest && !UNNAMED.contains(what);
        }

        private boolean mayFail(double probability, String fault) {
            return world.mayFail(probability, what, fault);
        }

        private void met(String fault) {
            world.ledger().met(what, fault);
        }

        private boolean isCut(Station speaker, Station hearer) {
            NodeLife sender = speaker.life();
            NodeLife receiver = hearer.life();
            if (sender != null && receiver != null && sender.node() != receiver.node()) {
                if (mayFail(0, Coverage.PARTITIONED)) {
                    cuts.begin(sender, receiver, false);
                } else if (mayFail(0, Coverage.HALF_OPEN)) {
                    cuts.begin(sender, receiver, true);
                }
            }
            boolean isCut = cuts.isCut(speaker, hearer);
            if (isCut) {
                boolean isWhole = cuts.isCut(hearer, speaker);
                world.ledger().saw(isWhole ? Sight.PARTITIONED : Sight.HALF_OPEN);
                if (!isAstray) {
                    met(isWhole ? Coverage.PARTITIONED : Coverage.HALF_OPEN);
                }
            }
            return isCut;
        }

        void giveUpSoon(boolean mayHaveArrived) {
            long left = Math.max(0, givenUpNanos - world.schedule().nowNanos());
            later(left, () -> take(unanswered.apply(mayHaveArrived)));
        }

        /** Ends the wait for the answer, though that may be on its way. */
        void giveUpIfDue() {
            if (isRequest && !isGivenUp && world.schedule().nowNanos() >= givenUpNanos) {
                isGivenUp = true;
                later(0, () -> take(unanswered.apply(true)));
            }
        }

        private void later(long nanos, Runnable work) {
            world.schedule().after(nanos, from.life(), Kind.STEP, work);
        }

        private void take(R answer) {
            if (!isAnswered && !from.isDead()) {
                isAnswered = true;
                open.remove(this);
                from.port(Coverage.HEAR_OF + what, "");
                if (world.history().isRecorded()) {
                    world.history().line("  " + answer);
                }
                byTransport(from, () -> reply.accept(answer));
            }
        }

        /** But for calls, whose work is their callers' here. */
        private void byTransport(Station of, Runnable work) {
            NodeLife life = of.life();
            if (isRequest && life != null) {
                life.onWire(work);
            } else {
                work.run();
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
            Delivery<Result> delivery = (there, inbound, answer) -> inbound.call(from.caller(), call, result -> {
                wire.answered(result);
                answer.accept(result);
            });
            Function<Boolean, Result> unanswered = arrived -> new Result.Unanswered(arrived, lost());
            Consumer<Result> noted = result -> {
                Context context = call.context();
                if (context != null) {
                    world.oracles().remoteCalls().heard(context.id(), result);
                }
                reply.accept(result);
            };
            new Exchange<>(from, Coverage.CALL, delivery, unanswered, new Waiting<>(noted, Long.MAX_VALUE))
                    .send(address);
        }

        @Override
        public void ask(Request request, long timeoutMillis, Consumer<Response> reply) {
            wire.sent(request);
            note(request);
            Delivery<Response> delivery = (there, inbound, answer) -> {
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
                noteHazard(request, response);
                noteContradiction(request, response);
                reply.accept(response);
            };
            new Exchange<>(from, name(request), delivery, unanswered, new Waiting<>(noted, timeoutMillis))
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

        private void note(Request request) {
            NodeLife life = from.life();
            if (life != null && request instanceof Request.Ask ask) {
                world.oracles().remoteCalls().asks(life, ask);
            }
            if (request instanceof Request.Inquire inquiry) {
                world.ledger().saw(Sight.INQUIRED);
                if (life != null) {
                    wire.asks(life, inquiry);
                }
            }
            if (request instanceof Request.Restarted) {
                world.ledger().saw(Sight.RESTART_TOLD);
            }
            boolean isApart = !world.profile().network().wire().contains(Transport.Feature.REGISTRATION_ON_REPLY);
            if (request instanceof Request.Register && isApart) {
                world.ledger().saw(Sight.REGISTERED_APART);
            }
        }

        private static IllegalStateException lost() {
            return new IllegalStateException("a message is lost");
        }

        /** A subordinate says that it did otherwise than its superior decided. */
        private void noteContradiction(Request request, Response response) {
            boolean isOtherwise =
                    response instanceof Response.Answered told && told.answer().isHeuristic();
            if (isOtherwise && request instanceof Request.Ask ask && ask.verb() != RemoteVerb.FORGET) {
                TransactionTruth truth =
                        world.ledger().find(ByteBuffer.wrap(ask.branch().id().global()));
                if (truth != null) {
                    truth.contradicted = from.life();
                }
            }
        }

        private static String name(Request request) {
            return request instanceof Request.Ask ask
                    ? ask.verb().name()
                    : request.getClass().getSimpleName();
        }

        /** A one-phase commit whose fate is unknown makes a hazard; a wire that can't say so answers RETRY. */
        private void noteHazard(Request request, Response response) {
            boolean isUnknown = (response instanceof Response.Unanswered lost && lost.mayHaveArrived())
                    || (response instanceof Response.Answered told
                            && (told.answer() == Answer.HEURISTIC_HAZARD || told.answer() == Answer.RETRY))
                    || (response instanceof Response.Refused refused
                            && (refused.why() == Response.Why.NOT_MINE || refused.why() == Response.Why.NOT_READY));
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
