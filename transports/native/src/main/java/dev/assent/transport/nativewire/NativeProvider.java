package dev.assent.transport.nativewire;

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
 * Makes native transports of a node's configuration: its keys are those of {@link NativeSetting} without {@code native-}.
 * The scheme of the place where it listens may be that of connections inside of HTTP.
 *
 * <p>Thread safety: safe to share.
 */
public final class NativeProvider implements TransportProvider {
    /** Made by the service loader. */
    public NativeProvider() {}

    @Override
    public String scheme() {
        return NativeTransport.SCHEME;
    }

    @Override
    public List<Key> keys() {
        return Arrays.stream(NativeSetting.values())
                .filter(each -> each != NativeSetting.LISTEN)
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
        NativeConfig config = listening(prefix, listen);
        boolean mustBeTunnelled = config.isTunnelled();
        for (Map.Entry<String, String> each : settings.entrySet()) {
            NativeSetting setting = NativeSetting.find(NativeSetting.PREFIX + each.getKey())
                    .filter(found -> found != NativeSetting.LISTEN)
                    .orElseThrow(() -> new IllegalArgumentException(
                            Message.TRANSPORT_KEY_UNKNOWN.text(prefix + each.getKey(), allowed())));
            config = config.with(setting, each.getValue());
        }
        if (mustBeTunnelled && !config.isTunnelled()) {
            throw new IllegalArgumentException(Message.SETTING_REFUSED.text(
                    config.key(NativeSetting.TUNNEL),
                    config.get(NativeSetting.TUNNEL),
                    "http, since '" + config.key(NativeSetting.LISTEN) + "' is '" + listen + "'"));
        }
        config.check();
        return new Configured(config);
    }

    private static NativeConfig listening(String prefix, String listen) {
        NativeConfig config = NativeConfig.defaults(prefix);
        String scheme = Transports.scheme(listen);
        if (scheme.equals(NativeTransport.SCHEME_TUNNELLED)) {
            config = config.with(NativeSetting.TUNNEL, "http");
        } else if (!scheme.equals(NativeTransport.SCHEME)) {
            throw new IllegalArgumentException(Message.SETTING_REFUSED.text(
                    config.key(NativeSetting.LISTEN),
                    listen,
                    NativeTransport.SCHEME + "://HOST:PORT, " + NativeTransport.SCHEME_TUNNELLED + "://HOST:PORT"));
        }
        String place = listen.substring(scheme.length() + 1).replaceFirst("^//", "");
        return config.with(NativeSetting.LISTEN, place);
    }

    private String allowed() {
        return keys().stream().map(Key::key).collect(Collectors.joining(", "));
    }

    private record Configured(NativeConfig config) implements Opening {
        @Override
        public String scheme() {
            return config.scheme();
        }

        @Override
        public Transport make(TransportOwner owner) {
            return new NativeTransport(config, NativeTransport.Parts.of(owner));
        }
    }
}
