package dev.assent.transport.nativewire;

import dev.assent.core.message.Message;
import dev.assent.remote.transport.TransportProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Makes native transports of a node's configuration: its keys are those of {@link NativeSetting} without {@code native-}.
 *
 * <p>Thread safety: safe to share.
 */
public final class NativeProvider implements TransportProvider {
    private static final String PREFIX = "native-";

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
                        key(each),
                        each.documentation(),
                        (each.defaultValue() + " " + each.unit()).strip(),
                        each.allowed()))
                .toList();
    }

    private static String key(NativeSetting setting) {
        return setting.key().substring(PREFIX.length());
    }

    @Override
    public Opening configure(String name, String listen, Map<String, String> settings) {
        String prefix = "transport." + name + ".";
        NativeConfig config = with(NativeConfig.defaults(), NativeSetting.LISTEN, place(listen), prefix);
        for (Map.Entry<String, String> each : settings.entrySet()) {
            NativeSetting setting = NativeSetting.find(PREFIX + each.getKey())
                    .filter(found -> found != NativeSetting.LISTEN)
                    .orElseThrow(() -> new IllegalArgumentException(
                            Message.TRANSPORT_KEY_UNKNOWN.text(prefix + each.getKey(), allowed())));
            config = with(config, setting, each.getValue(), prefix);
        }
        NativeConfig checked = config;
        return owner -> new NativeTransport(checked, NativeTransport.Parts.of(owner));
    }

    private static String place(String listen) {
        return listen.substring(NativeTransport.SCHEME.length() + 1).replaceFirst("^//", "");
    }

    private String allowed() {
        return keys().stream().map(Key::key).collect(Collectors.joining(", "));
    }

    /** What is refused is named by its key in the file. */
    private static NativeConfig with(NativeConfig config, NativeSetting setting, String value, String prefix) {
        try {
            return config.with(setting, value);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    Message.SETTING_REFUSED.text(prefix + key(setting), value, setting.allowed()), refused);
        }
    }
}
