package dev.assent.transport.soap;

import dev.assent.core.message.Message;
import dev.assent.core.time.Clock;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Transport;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.coordinator.Coordination;
import dev.assent.transport.soap.coordinator.Desk;
import dev.assent.transport.soap.http.HttpCaller;
import dev.assent.transport.soap.http.HttpListener;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.messaging.Outbox;
import dev.assent.transport.soap.messaging.SoapFront;
import dev.assent.transport.soap.xml.XmlLimits;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The SOAP transport of a node: a coordinator for whoever speaks WS-AtomicTransaction. It carries no calls yet, so that the
 * node is nobody's subordinate over it.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
public final class SoapTransport implements Transport {
    /** The scheme of its addresses. */
    public static final String SCHEME = "soap";

    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");
    private static final long LOOK_MILLIS = 10;

    private final SoapOptions options;
    private final Clock clock;
    private final Predicate<String> mayCall;
    private final Messages messages;
    private final HttpCaller caller;
    private volatile @Nullable Coordination coordination;
    private volatile @Nullable HttpListener listener;
    private volatile boolean isClosed;

    /**
     * A transport, which is not opened.
     *
     * @param clock by which answers are awaited
     * @param mayCall which addresses that others send may be called (law 22)
     * @throws IllegalArgumentException when it is to listen beyond this machine, and may not
     */
    public SoapTransport(SoapOptions options, Clock clock, Predicate<String> mayCall) {
        if (!options.mayGoPlain() && !isLoopback(options.host())) {
            throw new IllegalArgumentException(Message.SOAP_PLAIN_REFUSED.text(options.host()));
        }
        this.options = options;
        this.clock = clock;
        this.mayCall = address -> mayCall.test(address) && mayGo(address);
        this.messages = new Messages(new XmlLimits(
                options.listener().bodyBytesMax(),
                XmlLimits.DEFAULT.depthMax(),
                XmlLimits.DEFAULT.elementsMax(),
                XmlLimits.DEFAULT.attributesMax()));
        this.caller = new HttpCaller(options.caller(), this.mayCall);
    }

    private static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host).matches();
    }

    /** Beyond this machine nothing goes without protection, unless that is said in so many words. */
    private boolean mayGo(String address) {
        return options.mayGoPlain()
                || isLoopback(
                        HttpUrl.of(address.replaceFirst("^soap:", "http:")).host());
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public Set<Feature> can() {
        return EnumSet.of(Feature.SYNCHRONIZATIONS, Feature.INQUIRY);
    }

    @Override
    public @Nullable String address() {
        HttpListener listening = listener;
        return listening == null || listening.port() <= 0
                ? null
                : SCHEME + "://" + options.host() + ":" + listening.port();
    }

    /** Where transactions are begun: the URL of the Activation service. */
    public String activation() {
        return base() + Desk.ACTIVATION;
    }

    private String base() {
        HttpListener listening = listener;
        if (listening == null) {
            throw new IllegalStateException("the transport is not open");
        }
        return "http://" + options.host() + ":" + listening.port();
    }

    @Override
    public String toString() {
        String address = address();
        return address == null ? SCHEME + ":" : address;
    }

    @Override
    public Peer peer(String peersAddress) {
        if (!peersAddress.startsWith(SCHEME + "://")) {
            throw new IllegalArgumentException(Message.SOAP_PARTICIPANT_REFUSED.text(peersAddress));
        }
        return new Peer() {
            @Override
            public String address() {
                return peersAddress;
            }

            @Override
            public void call(Call call, Consumer<Result> reply) {
                reply.accept(
                        new Result.Unanswered(false, new IllegalStateException(Message.SOAP_CALL_REFUSED.text(call))));
            }

            @Override
            public void ask(Request request, long timeoutMillis, Consumer<Response> reply) {
                Coordination asked = coordination;
                if (asked == null || isClosed || !Coordination.isParticipant(peersAddress)) {
                    reply.accept(new Response.Unanswered(
                            false, new IllegalStateException(Message.SOAP_REQUEST_REFUSED.text(request))));
                } else {
                    asked.ask(peersAddress, request, Math.min(timeoutMillis, options.requestMillisMax()), reply);
                }
            }
        };
    }

    /**
     * Begins to listen.
     *
     * @throws IllegalStateException when that is not possible
     */
    @Override
    public void open(Inbound inbound) {
        Outbox outbox = new Outbox(caller, messages);
        Coordination made = new Coordination(new Desk(inbound, clock, outbox, this::base, mayCall, options.expires()));
        HttpListener listening = new HttpListener(
                options.host(), options.port(), options.listener(), new SoapFront(messages, outbox, made.services()));
        caller.open();
        coordination = made;
        listener = listening; // before anything comes, that is answered by where it listens
        listening.open();
    }

    @Override
    public void tick() {
        Coordination made = coordination;
        HttpListener listening = listener;
        if (made != null && listening != null) {
            made.tick();
            listening.tick();
        }
    }

    @Override
    public void close() {
        Coordination made = coordination;
        boolean isInterrupted = made != null && drain(made);
        isClosed = true;
        HttpListener listening = listener;
        if (listening != null) {
            listening.close();
        }
        caller.close();
        if (made != null) {
            made.close();
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for what is under way; whether that was interrupted, which ends it. */
    private boolean drain(Coordination made) {
        long since = System.nanoTime();
        try {
            while (!made.isIdle()
                    && System.nanoTime() - since < TimeUnit.MILLISECONDS.toNanos(options.drainMillisMax())) {
                Thread.sleep(LOOK_MILLIS);
            }
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
