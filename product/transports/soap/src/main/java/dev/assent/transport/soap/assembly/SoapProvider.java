package dev.assent.transport.soap.assembly;

import dev.assent.remote.setting.TransportSettings;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.TransportProvider;
import dev.assent.remote.transport.Transports;
import dev.assent.transport.soap.SoapSetting;
import dev.assent.transport.soap.SoapTransport;
import java.util.List;
import java.util.Map;

/**
 * Makes SOAP transports from a node's configuration, with the keys of {@link SoapSetting}. The scheme of the listen
 * address is that of HTTPS if and only if there is a key store.
 *
 * <p>Thread safety: safe to share.
 */
public final class SoapProvider implements TransportProvider {
    private static final TransportSettings<SoapSetting> SETTINGS =
            new TransportSettings<>(SoapSetting.class, SoapTransport.SCHEME, SoapSetting.LISTEN);

    /** Made by the service loader. */
    public SoapProvider() {}

    @Override
    public String scheme() {
        return SoapTransport.SCHEME;
    }

    @Override
    public List<Key> keys() {
        return SETTINGS.keys();
    }

    @Override
    public Opening configure(String name, String listen, Map<String, String> settings) {
        String scheme = Transports.scheme(listen);
        if (!scheme.equals(SoapTransport.SCHEME) && !scheme.equals(SoapTransport.SCHEME_SECURE)) {
            throw SETTINGS.refused(
                    name,
                    listen,
                    SoapTransport.SCHEME + "://HOST:PORT, " + SoapTransport.SCHEME_SECURE + "://HOST:PORT");
        }
        String place = SETTINGS.place(name, listen);
        SoapValues config = new SoapValues(SETTINGS.read(name, Map.of(SoapSetting.LISTEN, place), settings));
        config.check();
        if (!scheme.equals(config.scheme())) {
            throw SETTINGS.refused(
                    name,
                    listen,
                    config.scheme() + "://HOST:PORT, since '" + config.key(SoapSetting.KEY_STORE) + "' is "
                            + (config.isProtected() ? "set" : "not set"));
        }
        return new Configured(config);
    }

    private record Configured(SoapValues config) implements Opening {
        @Override
        public String scheme() {
            return config.scheme();
        }

        @Override
        public Transport make(TransportOwner owner) {
            return new HttpTransport(config, owner);
        }
    }
}
