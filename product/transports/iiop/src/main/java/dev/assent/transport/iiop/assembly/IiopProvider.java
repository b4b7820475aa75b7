package dev.assent.transport.iiop.assembly;

import dev.assent.remote.setting.TransportSettings;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.TransportProvider;
import dev.assent.remote.transport.Transports;
import dev.assent.transport.iiop.IiopSetting;
import dev.assent.transport.iiop.IiopTransport;
import java.util.List;
import java.util.Map;

/**
 * Makes IIOP transports from a node's configuration. Its keys are those of {@link IiopSetting}.
 *
 * <p>Thread safety: safe to share.
 */
public final class IiopProvider implements TransportProvider {
    private static final TransportSettings<IiopSetting> SETTINGS =
            new TransportSettings<>(IiopSetting.class, IiopTransport.SCHEME, IiopSetting.LISTEN);

    /** For the service loader. */
    public IiopProvider() {}

    @Override
    public String scheme() {
        return IiopTransport.SCHEME;
    }

    @Override
    public List<Key> keys() {
        return SETTINGS.keys();
    }

    @Override
    public Opening configure(String name, String listen, Map<String, String> settings) {
        if (!Transports.scheme(listen).equals(IiopTransport.SCHEME)) {
            throw SETTINGS.refused(name, listen, IiopTransport.SCHEME + "://HOST:PORT");
        }
        String place = SETTINGS.place(name, listen);
        return new Configured(new IiopValues(SETTINGS.read(name, Map.of(IiopSetting.LISTEN, place), settings)));
    }

    private record Configured(IiopValues config) implements Opening {
        @Override
        public String scheme() {
            return IiopTransport.SCHEME;
        }

        @Override
        public Transport make(TransportOwner owner) {
            return new OrbTransport(config, owner);
        }
    }
}
