package dev.assent.testkit.simulation;

import dev.assent.TransactionId;
import dev.assent.remote.transport.Inbound;
import dev.assent.testkit.simulation.Schedule.Kind;
import dev.assent.testkit.simulation.SimulatedNetwork.Station;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A message in a {@link SimulatedNetwork}, and the station that waits for its answer. Not thread-safe. */
final class Exchange<R> {
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    /** Messages of clients to any node at an address. */
    private static final Set<String> UNNAMED = Set.of("Begin", "End");

    /** Hands a message to its receiver. */
    interface Delivery<R> {
        void to(Station there, Inbound inbound, Consumer<R> answer);
    }

    /**
     * What is sent.
     *
     * @param about its transaction; null if it is about none
     */
    record Message(String what, @Nullable TransactionId about) {}

    /** The receiver of the answer, and how long it waits. */
    record Waiting<R>(Consumer<R> reply, long millis) {}

    private final SimulatedNetwork network;
    private final World world;
    private final Station from;
    private final String what;
    private final @Nullable TransactionId about;
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

    Exchange(
            SimulatedNetwork network,
            Station from,
            Message message,
            Delivery<R> delivery,
            Function<Boolean, R> unanswered,
            Waiting<R> waiting) {
        this.network = network;
        this.world = network.world();
        this.from = from;
        this.what = message.what();
        this.about = message.about();
        this.isRequest = !what.equals(Coverage.CALL);
        this.delivery = delivery;
        this.unanswered = unanswered;
        this.reply = waiting.reply();
        this.patienceNanos = Math.min(PATIENCE_NANOS, TimeUnit.MILLISECONDS.toNanos(waiting.millis()));
    }

    void send(String address) {
        network.begun(this);
        givenUpNanos = world.schedule().nowNanos() + patienceNanos;
        from.port(Coverage.SEND + what, shown() + " to " + address);
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
            this.network.repeats(what, address);
            long longAfter = world.chance().delayNanos() * world.chance().below(1000);
            world.schedule().after(longAfter, () -> arrive(address));
        }
    }

    private String shown() {
        return about == null || !world.history().isRecorded() ? "" : " of " + about;
    }

    private void arrive(String address) {
        isAstray = isRequest && mayFail(world.profile().network().astray(), Coverage.ASTRAY);
        if (isAstray) {
            met(Coverage.ASTRAY);
        }
        Station there = isAstray ? world.chance().oneOf(world.nodes()).process() : network.find(address, isForIt());
        Inbound inbound = there == null ? null : network.inbound(there);
        if (there == null || inbound == null) {
            notReached();
            return;
        }
        if (isCut(from, there)) {
            giveUpSoon(true);
            return;
        }
        to = there;
        there.port(Coverage.RECEIVE + what, shown() + " from " + from);
        byTransport(there, () -> deliver(there, inbound));
    }

    private void deliver(Station there, Inbound inbound) {
        delivery.to(there, inbound, answer -> {
            there.port(Coverage.ANSWER + what, shown());
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
                network.cuts().begin(sender, receiver, false);
            } else if (mayFail(0, Coverage.HALF_OPEN)) {
                network.cuts().begin(sender, receiver, true);
            }
        }
        boolean isCut = network.cuts().isCut(speaker, hearer);
        if (isCut) {
            boolean isWhole = network.cuts().isCut(hearer, speaker);
            world.ledger().saw(isWhole ? Sight.PARTITIONED : Sight.HALF_OPEN);
            if (!isAstray) {
                met(isWhole ? Coverage.PARTITIONED : Coverage.HALF_OPEN);
            }
        }
        return isCut;
    }

    /** Whether it has come to this station. */
    boolean isTo(Station station) {
        return to == station;
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
            network.over(this);
            from.port(Coverage.HEAR_OF + what, shown());
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

    private long delayNanos() {
        boolean isLate = world.mayFail(world.profile().network().late());
        return isLate ? world.chance().hangNanos() / 10 : world.chance().delayNanos();
    }
}
