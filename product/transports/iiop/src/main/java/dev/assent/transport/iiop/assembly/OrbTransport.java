package dev.assent.transport.iiop.assembly;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.NodeEpoch;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Exchange;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.iiop.IiopSetting;
import dev.assent.transport.iiop.IiopTransport;
import dev.assent.transport.iiop.driven.Driver;
import dev.assent.transport.iiop.orb.Baggage;
import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.orb.Outlets;
import dev.assent.transport.iiop.orb.Watch;
import dev.assent.transport.iiop.reference.IiopAddress;
import dev.assent.transport.iiop.reference.IiopPlace;
import dev.assent.transport.iiop.reference.KeyRing;
import dev.assent.transport.iiop.reference.ObjectUrl;
import dev.assent.transport.iiop.reference.ReferenceException;
import dev.assent.transport.iiop.served.CallerNames;
import dev.assent.transport.iiop.served.Reception;
import dev.assent.transport.iiop.served.ServantMaker;
import dev.assent.transport.iiop.service.ServiceCalls;
import dev.assent.transport.iiop.service.Services;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.ORB;
import org.omg.CORBA.SystemException;

/**
 * The IIOP transport. An ORB blocks the thread that sends an invocation and the thread that serves one. Both are threads
 * of this transport.
 */
public final class OrbTransport implements IiopTransport, Transport {
    /** How long closing waits at most for the threads that it has sent away. */
    private static final long LEAVE_MILLIS_MAX = 5_000;

    private final IiopValues config;
    private final TransportOwner owner;
    private final KeyRing keys;
    private final Services services;
    private final Traffic traffic;
    private final Watch watch;

    /** Guards writes of the fields below; reads need no lock. */
    private final Object lock = new Object();

    private volatile @Nullable Opened opened;
    private boolean isClosed;

    /** What exists while the transport is open. */
    private record Opened(NodeOrb orb, Driver driver, ServiceCalls calls, OutgoingContexts contexts) {}

    /**
     * A transport that is not open yet.
     *
     * @throws IllegalArgumentException when the settings contradict each other
     * @throws IllegalStateException when a file named in them can't be read
     */
    public OrbTransport(IiopValues config, TransportOwner owner) {
        this.config = config;
        this.owner = owner;
        this.keys = new KeyRing(config.secret(owner));
        this.services = new Services(owner.types(), owner.names(), config.values());
        this.traffic = new Traffic(config, owner.clock()::nanos);
        this.watch = new Watch(owner.observer());
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public Set<Feature> can() {
        return EnumSet.complementOf(EnumSet.of(Feature.REGISTRATION_ON_REPLY));
    }

    @Override
    public @Nullable String address() {
        IiopPlace reached = config.reached();
        return opened == null || reached == null
                ? null
                : IiopAddress.of(reached).toString();
    }

    @Override
    public List<String> entrances() {
        IiopPlace reached = config.reached();
        if (opened == null || reached == null) {
            return List.of();
        }
        String front = "corbaloc::" + reached + "/";
        return List.of(
                "TransactionFactory: " + front + "TransactionFactory",
                "NameService: " + front + "NameService, which lists the exported objects; each is also at " + front
                        + "NAME");
    }

    @Override
    public String toString() {
        String address = address();
        return address == null ? SCHEME + ":" : address;
    }

    @Override
    public ORB orb() {
        Opened now = opened;
        if (now == null) {
            throw closed();
        }
        return now.orb().orb();
    }

    // ---- peers

    @Override
    public Peer peer(String peersAddress) {
        IiopAddress to = IiopAddress.parse(peersAddress);
        if (!config.mayGo(to.place())) {
            throw new IllegalArgumentException(plainRefused(to.place()));
        }
        return new Peer() {
            @Override
            public String address() {
                return peersAddress;
            }

            @Override
            public void call(Call call, Consumer<Result> reply) {
                Exchange<Result> exchange = new Exchange<>(now(), call.timeoutMillis(), reply, Result.Unanswered::new);
                traffic.call(
                        to.place(),
                        exchange,
                        () -> watched(peersAddress, call, () -> OrbTransport.this.call(to.place(), call)));
            }

            @Override
            public void ask(Request request, long timeoutMillis, Consumer<Response> reply) {
                long millis = Math.min(timeoutMillis, config.number(IiopSetting.REQUEST_MILLIS_MAX));
                Exchange<Response> exchange = new Exchange<>(now(), millis, reply, Response.Unanswered::new);
                traffic.ask(
                        to.place(),
                        exchange,
                        () -> watched(peersAddress, request, () -> OrbTransport.this.ask(to, request)));
            }
        };
    }

    /** Shows the observer a message that is about to be sent, and its answer. */
    private <A> A watched(String peer, Object message, Supplier<A> sending) {
        watch.out(peer, message);
        A answer = sending.get();
        if (!(answer instanceof Result.Unanswered || answer instanceof Response.Unanswered)) {
            watch.in(peer, answer);
        }
        return answer;
    }

    @Override
    public @Nullable String inOwnForm(String address) {
        return ObjectUrl.inOwnForm(address);
    }

    private long now() {
        return owner.clock().nanos();
    }

    private String plainRefused(IiopPlace place) {
        return MESSAGES.plainRefused(place, config.key(IiopSetting.PLAIN_BEYOND_LOOPBACK));
    }

    /** This process may always reach its own address, even if that does not look like one of this machine. */
    private final class Allowed implements Outlets {
        @Override
        public @Nullable String whyNotGo(IiopPlace place) {
            return config.mayGo(place) || place.equals(config.reached()) ? null : plainRefused(place);
        }

        @Override
        public @Nullable String whyNotCall(IiopPlace place) {
            return owner.mayCall().test(IiopAddress.of(place) + "/") ? null : MESSAGES.placeNotAllowed(place);
        }
    }

    private Result call(IiopPlace to, Call call) {
        Opened now = opened;
        if (now == null) {
            return new Result.Unanswered(false, closed());
        }
        try {
            Baggage.TransactionContext transaction = now.contexts().of(call.context(), to, address());
            return now.calls().call(to, call, transaction);
        } catch (ReferenceException notReached) {
            return new Result.Unanswered(false, notReached);
        } catch (SystemException notMade) { // thrown before anything was sent
            return new Result.Unanswered(false, notMade);
        }
    }

    private Response ask(IiopAddress to, Request request) {
        Opened now = opened;
        return now == null
                ? new Response.Unanswered(false, closed())
                : now.driver().ask(to, request);
    }

    private static IllegalStateException closed() {
        return new IllegalStateException(MESSAGES.closed());
    }

    // ---- life cycle

    /**
     * Begins to listen at {@code iiop-listen}.
     *
     * @throws IllegalStateException when there is no ORB, or this process can't listen at that address, or may not
     *     because the address is reachable from other machines
     */
    @Override
    public void open(Inbound inbound) {
        IiopPlace listen = config.listen();
        if (listen != null && !config.mayGo(listen)) {
            throw new IllegalStateException(plainRefused(listen));
        }
        synchronized (lock) {
            if (isClosed) {
                throw closed();
            }
            NodeOrb orb = new NodeOrb(config.orb(), keys, new Allowed());
            Reception reception = new Reception(orb, inbound, traffic.rooms(), new CallerNames(), watch);
            OutgoingContexts contexts = new OutgoingContexts(orb, config.contextIds());
            opened = new Opened(orb, new Driver(orb), services.calls(orb, config.unsaid()), contexts);
            NodeEpoch life = owner.life();
            ServantMaker servants = new ServantMaker(
                    reception,
                    life == null ? null : life.node(),
                    services.servants(reception, config.number(IiopSetting.CALL_MILLIS_MAX)));
            orb.open(servants, services::typeId, new ProgramsHere(reception, contexts, this::address, config.unsaid()));
        }
    }

    @Override
    public void tick() {
        traffic.tick();
    }

    /**
     * Takes no more calls, and waits up to {@code iiop-drain-millis-max} until all calls and requests are answered.
     * Then it sends and accepts nothing more, and answers by itself what it has sent and has no answer to.
     */
    @Override
    public void close() {
        synchronized (lock) {
            isClosed = true;
        }
        traffic.shut();
        boolean isInterrupted = false;
        try {
            long untilNanos =
                    System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(config.number(IiopSetting.DRAIN_MILLIS_MAX));
            traffic.awaitServed(untilNanos);
            traffic.awaitAnswered(untilNanos);
            Opened now = opened;
            if (now != null) {
                now.orb().traffic().awaitNone(untilNanos); // requests of CORBA programs
            }
        } catch (InterruptedException ended) {
            isInterrupted = true;
        }
        isInterrupted |= breakOff();
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops all that still runs; returns whether the wait for it was interrupted. */
    private boolean breakOff() {
        traffic.close();
        boolean isInterrupted = false;
        boolean isServing = true;
        try {
            isServing = !traffic.awaitServed(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LEAVE_MILLIS_MAX));
        } catch (InterruptedException ended) {
            isInterrupted = true;
        }
        Opened ended;
        synchronized (lock) {
            ended = opened;
            opened = null;
        }
        if (ended != null) {
            ended.orb()
                    .close(!isServing
                            && !traffic.isSending()
                            && ended.orb().traffic().isIdle());
        }
        traffic.end();
        return isInterrupted;
    }
}
