package dev.assent.transport.soap.assembly;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Inbound;
import dev.assent.remote.transport.Peer;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.soap.SoapTransport;
import dev.assent.transport.soap.coordination.Messages;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.desk.Desk;
import dev.assent.transport.soap.desk.ExpiresUnit;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.messaging.Exchanges;
import dev.assent.transport.soap.messaging.Observation;
import dev.assent.transport.soap.messaging.Outbox;
import dev.assent.transport.soap.model.QueuedWire;
import dev.assent.transport.soap.policy.Policies;
import dev.assent.transport.soap.reference.EndpointAddress;
import dev.assent.transport.soap.reference.Keys;
import dev.assent.transport.soap.service.CallCodec;
import dev.assent.transport.soap.value.Operations;
import dev.assent.transport.soap.xml.XmlLimits;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The SOAP transport as {@link HttpTransport} puts it together, with a queue in place of HTTP.
 *
 * <p>Not thread-safe.
 */
public final class QueuedTransport implements Transport {
    private static final long MILLIS_MAX = 20_000;
    private static final int BYTES_MAX = 1 << 20;

    private final String place;
    private final QueuedWire wire;
    private final QueuedWire.Way way;
    private final TransportOwner owner;
    private final Keys keys;
    private final Asked asked;
    private final Messages messages = new Messages(XmlLimits.DEFAULT);
    private final Exchanges exchanges;
    private @Nullable Ends ends;

    /** Hears of the requests of the node and their answers. */
    public interface Asked {
        /**
         * Hears of a request.
         *
         * @return hears of its answer, each time that one comes
         */
        Consumer<Response> asks(String address, Request request, long millis);
    }

    /**
     * A transport.
     *
     * @param place HOST:PORT
     * @param keys of all lives of the process
     */
    public QueuedTransport(String place, QueuedWire wire, TransportOwner owner, Keys keys, Asked asked) {
        this.place = place;
        this.wire = wire;
        this.way = wire.way("node");
        this.owner = owner;
        this.keys = keys;
        this.asked = asked;
        this.exchanges = new Exchanges(way, owner.clock());
    }

    @Override
    public String scheme() {
        return SoapTransport.SCHEME;
    }

    @Override
    public Set<Feature> can() {
        return EnumSet.of(Feature.SYNCHRONIZATIONS, Feature.INQUIRY);
    }

    @Override
    public String address() {
        return SoapTransport.SCHEME + "://" + place;
    }

    private String base() {
        return "http://" + place;
    }

    /** The URL of its Activation service. */
    public String activation() {
        return base() + Desk.ACTIVATION;
    }

    @Override
    public Peer peer(String address) {
        EndpointAddress endpoint = EndpointAddress.isOne(address) ? EndpointAddress.of(address) : null;
        HttpUrl to = endpoint == null
                ? HttpUrl.ofAddress(address)
                : HttpUrl.of(endpoint.place().address());
        Peer real = new SoapPeer(new SoapPeer.To(address, to, endpoint), MILLIS_MAX, () -> ends);
        return new Peer() {
            @Override
            public String address() {
                return address;
            }

            @Override
            public void call(Call call, Consumer<Result> reply) {
                real.call(call, reply);
            }

            @Override
            public void ask(Request request, long timeoutMillis, Consumer<Response> reply) {
                Consumer<Response> hears = asked.asks(address, request, Math.min(timeoutMillis, MILLIS_MAX));
                real.ask(request, timeoutMillis, response -> {
                    hears.accept(response);
                    reply.accept(response);
                });
            }
        };
    }

    @Override
    public void open(Inbound inbound) {
        Outbox outbox = new Outbox(messages, exchanges, Observation.NONE);
        Contexts contexts = new Contexts(
                new Desk(inbound, owner.clock(), outbox, this::base, owner.mayCall(), ExpiresUnit.MILLISECONDS, keys));
        Operations operations = new Operations();
        CallCodec codec = new CallCodec(BYTES_MAX, "bytes");
        Policies policies = new Policies(exchanges, owner.clock(), BYTES_MAX);
        Ends made =
                new Ends(contexts, owner.types(), new Ends.Calls(operations, codec, exchanges, policies, MILLIS_MAX));
        ends = made;
        wire.listen(place, made.receiver(messages, outbox, any -> true));
    }

    @Override
    public void tick() {
        Ends open = ends;
        if (open != null) {
            open.tick();
            exchanges.tick();
        }
    }

    /** Whether nothing waits for an answer. */
    public boolean isIdle() {
        return Objects.requireNonNull(ends).isIdle() && exchanges.isIdle();
    }

    /** The number of known participants, elsewhere and here. */
    public int participants() {
        return Objects.requireNonNull(ends).participants();
    }

    /** The process dies. */
    public void crash() {
        way.end();
        wire.listen(place, null);
    }

    @Override
    public void close() {
        Ends open = ends;
        if (open != null) {
            open.close();
        }
        exchanges.close();
        crash();
    }
}
