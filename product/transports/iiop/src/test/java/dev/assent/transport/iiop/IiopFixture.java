package dev.assent.transport.iiop;

import dev.assent.NodeEpoch;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.time.Clock;
import dev.assent.remote.fixture.KeptPorts;
import dev.assent.remote.fixture.KeyFolder;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.transport.ExportedNames;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.iiop.assembly.IiopValues;
import dev.assent.transport.iiop.assembly.OrbTransport;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The IIOP transport over real sockets of this machine, on the clock of a test. Each name has a port, which is kept for it
 * by a socket that is bound to it and does not listen, and a key, which it finds again after a restart.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class IiopFixture implements TransportFixture {
    private final Clock clock;
    private final String reached;
    private final IiopConfig config;
    private final KeyFolder keys = new KeyFolder();
    private final KeptPorts ports = new KeptPorts();
    private final Set<Transport> made = ConcurrentHashMap.newKeySet();
    private final RecordingNotices notices = new RecordingNotices();
    private final Predicate<String> mayCall;

    IiopFixture(Clock clock, Limits limits) {
        this(clock, limits, IiopWires.Options.USUAL);
    }

    IiopFixture(Clock clock, Limits limits, IiopWires.Options options) {
        this.clock = clock;
        this.reached = options.reached();
        this.mayCall = options.mayCall();
        this.config = options.changes()
                .apply(IiopConfig.defaults()
                        .with(IiopSetting.PLAIN_BEYOND_LOOPBACK, !reached.equals(KeptPorts.HOST))
                        .with(IiopSetting.REQUEST_MILLIS_MAX, limits.requestMillisMax())
                        .with(IiopSetting.DRAIN_MILLIS_MAX, limits.drainMillisMax()));
    }

    /** Where others reach a node of this name. */
    String place(String name) {
        return reached + ":" + ports.port(name);
    }

    @Override
    public OrbTransport transport(String name, @Nullable NodeEpoch life, Function<String, @Nullable Class<?>> types) {
        return transport(name, life, types, () -> ExportedNames.NONE);
    }

    @Override
    public OrbTransport transport(
            String name,
            @Nullable NodeEpoch life,
            Function<String, @Nullable Class<?>> types,
            Supplier<ExportedNames> names) {
        IiopConfig here = reached.equals(KeptPorts.HOST)
                ? config.with(IiopSetting.LISTEN, place(name))
                : config.with(IiopSetting.LISTEN, "0.0.0.0:" + ports.port(name)).with(IiopSetting.ADDRESS, place(name));
        OrbTransport transport = made(
                here.with(IiopSetting.KEY_FILE, keys.file(name)),
                new TransportOwner(life, types, clock, notices, null, null, mayCall, names));
        made.add(transport);
        return transport;
    }

    @Override
    public String address(String name) {
        return IiopTransport.SCHEME + "://" + place(name);
    }

    /** A transport of a process that a test makes up. */
    static OrbTransport made(IiopConfig config, TransportOwner owner) {
        return new OrbTransport(new IiopValues(config.values()), owner);
    }

    @Override
    public long messageBytesMax() {
        return config.values().number(IiopSetting.MESSAGE_BYTES_MAX);
    }

    @Override
    public boolean needsAThreadForEachCall() {
        return true;
    }

    @Override
    public void tick() {
        made.forEach(Transport::tick);
    }

    @Override
    public void close() {
        made.forEach(Transport::close);
        ports.close();
        keys.close();
    }
}
