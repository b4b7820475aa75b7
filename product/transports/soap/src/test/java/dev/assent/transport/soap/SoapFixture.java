package dev.assent.transport.soap;

import dev.assent.NodeEpoch;
import dev.assent.core.fixture.Waiting;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.core.time.Clock;
import dev.assent.remote.fixture.CertificateSigner;
import dev.assent.remote.fixture.KeptPorts;
import dev.assent.remote.fixture.KeyFolder;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.soap.assembly.HttpTransport;
import dev.assent.transport.soap.assembly.SoapValues;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The SOAP transport over real sockets of this machine, on the clock of a test. Each name has a port, which is kept for it by
 * a socket that is bound to it and does not listen, and a key, which it finds again after a restart.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class SoapFixture implements TransportFixture {
    /** With limits that a slow machine does not reach. */
    static final SoapConfig PATIENT = SoapConfig.defaults()
            .with(SoapSetting.IDLE_MILLIS_MAX, Waiting.MILLIS_MAX)
            .with(SoapSetting.RECEIVE_MILLIS_MAX, Waiting.MILLIS_MAX);

    private final Clock clock;
    private final SoapConfig config;
    private final @Nullable CertificateSigner signer;
    private final KeyFolder keys = new KeyFolder();
    private final KeptPorts ports = new KeptPorts();
    private final Set<Transport> made = ConcurrentHashMap.newKeySet();
    private final RecordingNotices notices = new RecordingNotices();

    SoapFixture(Clock clock, SoapConfig config, Limits limits) {
        this(clock, config, limits, null);
    }

    /** By HTTPS, with certificates of a signer's; null for HTTP. */
    SoapFixture(Clock clock, SoapConfig config, Limits limits, @Nullable CertificateSigner signer) {
        this.clock = clock;
        this.signer = signer;
        this.config = config.with(SoapSetting.REQUEST_MILLIS_MAX, limits.requestMillisMax())
                .with(SoapSetting.DRAIN_MILLIS_MAX, limits.drainMillisMax());
    }

    @Override
    public HttpTransport transport(String name, @Nullable NodeEpoch life, Function<String, @Nullable Class<?>> types) {
        HttpTransport transport = made(
                signed(name).with(SoapSetting.LISTEN, ports.place(name)).with(SoapSetting.KEY_FILE, keys.file(name)),
                new TransportOwner(life, types, clock, notices, null, null, any -> true));
        made.add(transport);
        return transport;
    }

    private SoapConfig signed(String name) {
        return signer == null ? config : with(config, signer.sign(name, null));
    }

    /** The settings with the files of a certificate. */
    static SoapConfig with(SoapConfig config, CertificateSigner.Files files) {
        return config.with(SoapSetting.KEY_STORE, files.own())
                .with(SoapSetting.KEY_STORE_PASSWORD, CertificateSigner.PASSWORD)
                .with(SoapSetting.TRUST_STORE, files.trusted())
                .with(SoapSetting.TRUST_STORE_PASSWORD, CertificateSigner.PASSWORD);
    }

    @Override
    public String address(String name) {
        return (signer == null ? SoapTransport.SCHEME : SoapTransport.SCHEME_SECURE) + "://" + ports.place(name);
    }

    /** A transport of a process that a test makes up. */
    static HttpTransport made(SoapConfig config, TransportOwner owner) {
        return new HttpTransport(new SoapValues(config.values()), owner);
    }

    @Override
    public long messageBytesMax() {
        return config.values().number(SoapSetting.MESSAGE_BYTES_MAX);
    }

    /** A Prepare that is under way is ignored (WS-AtomicTransaction 1.2, section 9.2). */
    @Override
    public boolean mayIgnoreRepetitions() {
        return true;
    }

    @Override
    public boolean countsByHost() {
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
