package dev.assent.transport.iiop.assembly;

import dev.assent.remote.transport.Exchange;
import dev.assent.transport.iiop.IiopSetting;
import dev.assent.transport.iiop.driven.Invocations;
import dev.assent.transport.iiop.reference.IiopPlace;
import dev.assent.transport.iiop.served.Reception;
import dev.assent.transport.iiop.served.Visits;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The calls and requests that run now, to others and from them. Each of the four kinds has threads and bounds of its
 * own: a call may wait for the locks of a transaction, and the request that ends the transaction must not wait for the
 * call.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Traffic {
    private final List<ExecutorService> threads;
    private final Invocations callsOut;
    private final Invocations requestsOut;
    private final Visits callsIn;
    private final Visits requestsIn;

    /** Nothing runs yet. */
    Traffic(IiopValues config, LongSupplier nanos) {
        ExecutorService calling = Threads.upTo(config.small(IiopSetting.THREADS_MAX), "assent-iiop-calling");
        ExecutorService asking = Threads.upTo(config.small(IiopSetting.REQUEST_THREADS_MAX), "assent-iiop-asking");
        ExecutorService serving = Threads.upTo(config.small(IiopSetting.CALLS_MAX), "assent-iiop-serving");
        ExecutorService answering = Threads.upTo(config.small(IiopSetting.REQUESTS_MAX), "assent-iiop-answering");
        threads = List.of(calling, asking, serving, answering);
        int perPlaceMax = config.small(IiopSetting.THREADS_PER_PLACE_MAX);
        callsOut = new Invocations(calling, perPlaceMax, nanos);
        requestsOut = new Invocations(asking, perPlaceMax, nanos);
        callsIn = new Visits(serving, config.calls());
        requestsIn = new Visits(answering, config.requests());
    }

    /** Calls a place. */
    <A> void call(IiopPlace place, Exchange<A> exchange, Supplier<A> invocation) {
        callsOut.begin(place, exchange, invocation);
    }

    /** Asks a place about a transaction. */
    <A> void ask(IiopPlace place, Exchange<A> exchange, Supplier<A> invocation) {
        requestsOut.begin(place, exchange, invocation);
    }

    /** The bounds of calls and of requests from others. */
    Reception.Rooms rooms() {
        return new Reception.Rooms(callsIn, requestsIn);
    }

    void tick() {
        callsOut.tick();
        requestsOut.tick();
    }

    /** Accepts no more calls. Requests are still accepted, since running calls may need them. */
    void shut() {
        callsIn.shut();
    }

    /** Waits until all calls and requests from others are answered; false when the time is over before. */
    boolean awaitServed(long untilNanos) throws InterruptedException {
        boolean areCalls = callsIn.awaitNone(untilNanos);
        return requestsIn.awaitNone(untilNanos) && areCalls;
    }

    /** Waits until all calls and requests to others are answered. */
    void awaitAnswered(long untilNanos) throws InterruptedException {
        callsOut.awaitNone(untilNanos);
        requestsOut.awaitNone(untilNanos);
    }

    /** Sends and accepts nothing more, answers by itself what was sent, and ends the waiting of callers. */
    void close() {
        callsOut.close();
        requestsOut.close();
        callsIn.close();
        requestsIn.close();
    }

    /** Whether a thread that sends is still inside of the ORB. */
    boolean isSending() {
        return !callsOut.isIdle() || !requestsOut.isIdle();
    }

    /** Each thread ends when its work is over. */
    void end() {
        threads.forEach(ExecutorService::shutdown);
    }
}
