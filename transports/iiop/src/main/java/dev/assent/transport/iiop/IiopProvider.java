package dev.assent.transport.iiop;

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
 * Makes IIOP transports of a node's configuration: its keys are those of {@link IiopSetting} without {@code iiop-}.
 *
 * <p>Thread safety: safe to share.
 */
public final class IiopProvider implements TransportProvider {
    /** Made by the service loader. */
    public IiopProvider() {}

    @Override
    public String scheme() {
        return IiopTransport.SCHEME;
    }

    @Override
    public List<Key> keys() {
        return Arrays.stream(IiopSetting.values())
                .filter(each -> each != IiopSetting.LISTEN)
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
        IiopConfig config = IiopConfig.defaults(prefix);
        if (!Transports.scheme(listen).equals(IiopTransport.SCHEME)) {
            throw new IllegalArgumentException(Message.SETTING_REFUSED.text(
                    config.key(IiopSetting.LISTEN), listen, IiopTransport.SCHEME + "://HOST:PORT"));
        }
        String place = listen.substring(IiopTransport.SCHEME.length() + 1).replaceFirst("^//", "");
        config = config.with(IiopSetting.LISTEN, place);
        for (Map.Entry<String, String> each : settings.entrySet()) {
            IiopSetting setting = IiopSetting.find(IiopSetting.PREFIX + each.getKey())
                    .filter(found -> found != IiopSetting.LISTEN)
                    .orElseThrow(() -> new IllegalArgumentException(
                            Message.TRANSPORT_KEY_UNKNOWN.text(prefix + each.getKey(), allowed())));
            config = config.with(setting, each.getValue());
        }
        return new Configured(config);
    }

    private String allowed() {
        return keys().stream().map(Key::key).collect(Collectors.joining(", "));
    }

    private record Configured(IiopConfig config) implements Opening {
        @Override
        public String scheme() {
            return IiopTransport.SCHEME;
        }

        @Override
        public Transport make(TransportOwner owner) {
            return new IiopTransport(config, owner);
        }
    }
}
