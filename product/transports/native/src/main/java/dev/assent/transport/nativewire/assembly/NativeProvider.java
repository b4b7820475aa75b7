package dev.assent.transport.nativewire.assembly;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.remote.setting.TransportSettings;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.TransportProvider;
import dev.assent.remote.transport.Transports;
import dev.assent.transport.nativewire.NativeSetting;
import dev.assent.transport.nativewire.NativeTransport;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Makes native transports from a node's configuration. Its keys are those of {@link NativeSetting}. If the scheme of
 * the listen address is {@code native+http}, connections go inside of HTTP.
 *
 * <p>Thread safety: safe to share.
 */
public final class NativeProvider implements TransportProvider {
    private static final TransportSettings<NativeSetting> SETTINGS =
            new TransportSettings<>(NativeSetting.class, NativeTransport.SCHEME, NativeSetting.LISTEN);

    /** For the service loader. */
    public NativeProvider() {}

    @Override
    public String scheme() {
        return NativeTransport.SCHEME;
    }

    @Override
    public List<Key> keys() {
        return SETTINGS.keys();
    }

    @Override
    public Opening configure(String name, String listen, Map<String, String> settings) {
        String scheme = Transports.scheme(listen);
        Map<NativeSetting, String> first = new EnumMap<>(NativeSetting.class);
        boolean mustBeTunnelled = scheme.equals(NativeTransport.SCHEME_TUNNELLED);
        if (mustBeTunnelled) {
            first.put(NativeSetting.TUNNEL, "http");
        } else if (!scheme.equals(NativeTransport.SCHEME)) {
            throw SETTINGS.refused(
                    name,
                    listen,
                    NativeTransport.SCHEME + "://HOST:PORT, " + NativeTransport.SCHEME_TUNNELLED + "://HOST:PORT");
        }
        first.put(NativeSetting.LISTEN, SETTINGS.place(name, listen));
        NativeValues config = new NativeValues(SETTINGS.read(name, first, settings));
        if (mustBeTunnelled && !config.isTunnelled()) {
            throw new IllegalArgumentException(MESSAGES.settingRefused(
                    config.key(NativeSetting.TUNNEL),
                    config.get(NativeSetting.TUNNEL),
                    "http, since '" + config.key(NativeSetting.LISTEN) + "' is '" + listen + "'"));
        }
        config.check();
        return new Configured(config);
    }

    private record Configured(NativeValues config) implements Opening {
        @Override
        public String scheme() {
            return config.scheme();
        }

        @Override
        public Transport make(TransportOwner owner) {
            return new TcpTransport(config, owner);
        }
    }
}
