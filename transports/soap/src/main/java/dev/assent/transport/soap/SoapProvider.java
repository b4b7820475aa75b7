package dev.assent.transport.soap;

import dev.assent.core.message.Message;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.TransportProvider;
import dev.assent.remote.transport.Transports;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Makes SOAP transports of a node's configuration: its keys are those of {@link SoapSetting} without {@code soap-}.
 * The scheme of the place where it listens is that of HTTPS when there is a key store, and only then.
 *
 * <p>Thread safety: safe to share.
 */
public final class SoapProvider implements TransportProvider {
    /** Made by the service loader. */
    public SoapProvider() {}

    @Override
    public String scheme() {
        return SoapTransport.SCHEME;
    }

    @Override
    public List<Key> keys() {
        return Arrays.stream(SoapSetting.values())
                .filter(each -> each != SoapSetting.LISTEN)
                .map(each -> new Key(
                        each.shortKey(),
                        each.documentation(),
                        (each.defaultValue() + " " + each.unit()).strip(),
                        each.allowed()))
                .toList();
    }

    @Override
    public Opening configure(String name, String listen, Map<String, String> settings) {
        String prefix = "transport." + name + ".";
        SoapConfig config = SoapConfig.defaults(prefix);
        String scheme = Transports.scheme(listen);
        if (!scheme.equals(SoapTransport.SCHEME) && !scheme.equals(SoapTransport.SCHEME_SECURE)) {
            throw refused(
                    config,
                    listen,
                    SoapTransport.SCHEME + "://HOST:PORT, " + SoapTransport.SCHEME_SECURE + "://HOST:PORT");
        }
        String place = listen.substring(scheme.length() + 1).replaceFirst("^//", "");
        config = config.with(SoapSetting.LISTEN, place);
        for (Map.Entry<String, String> each : settings.entrySet()) {
            SoapSetting setting = SoapSetting.find(SoapSetting.PREFIX + each.getKey())
                    .filter(found -> found != SoapSetting.LISTEN)
                    .orElseThrow(() -> new IllegalArgumentException(
                            Message.TRANSPORT_KEY_UNKNOWN.text(prefix + each.getKey(), allowed())));
            config = config.with(setting, each.getValue());
        }
        config.check();
        if (!scheme.equals(config.scheme())) {
            String keyStore = config.key(SoapSetting.KEY_STORE);
            throw refused(
                    config,
                    listen,
                    config.scheme() + "://HOST:PORT, since '" + keyStore + "' is "
                            + (config.isProtected() ? "set" : "not set"));
        }
        return new Configured(config);
    }

    private static IllegalArgumentException refused(SoapConfig config, String listen, String allowed) {
        return new IllegalArgumentException(
                Message.SETTING_REFUSED.text(config.key(SoapSetting.LISTEN), listen, allowed));
    }

    private String allowed() {
        return keys().stream().map(Key::key).collect(Collectors.joining(", "));
    }

    private record Configured(SoapConfig config) implements Opening {
        @Override
        public String scheme() {
            return config.scheme();
        }

        @Override
        public Transport make(TransportOwner owner) {
            return new SoapTransport(config, owner);
        }
    }
}
