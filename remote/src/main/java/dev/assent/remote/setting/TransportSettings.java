package dev.assent.remote.setting;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.core.SettingKey;
import dev.assent.core.SettingValues;
import dev.assent.core.message.CoreMessages;
import dev.assent.remote.transport.TransportProvider;
import dev.assent.remote.transport.Transports;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of the transports of one wire as a node's configuration gives them: each by its key without the name of the
 * wire that it begins with ({@code soap-listen}), but for the one that says where the transport listens.
 *
 * <p>Immutable and safe to share.
 *
 * @param <K> all of them
 */
public final class TransportSettings<K extends Enum<K> & SettingKey> {
    private final Class<K> settings;
    private final String wire;
    private final K listen;

    /**
     * Those of a wire.
     *
     * @param wire the name of it
     * @param listen says where a transport listens
     */
    public TransportSettings(Class<K> settings, String wire, K listen) {
        this.settings = settings;
        this.wire = wire;
        this.listen = listen;
    }

    private String shortKey(K setting) {
        return setting.key().substring(wire.length() + 1);
    }

    private Stream<K> byKey() {
        return Arrays.stream(settings.getEnumConstants()).filter(each -> each != listen);
    }

    /** All but the one for where it listens, for people. */
    public List<TransportProvider.Key> keys() {
        return byKey().map(each -> new TransportProvider.Key(
                        shortKey(each),
                        each.documentation(),
                        (each.defaultValue() + " " + each.unit()).strip(),
                        each.allowed()))
                .toList();
    }

    /** Every setting has its default, and is named as those of the transport with this name are. */
    private SettingValues<K> defaults(String name) {
        return SettingValues.defaults(settings, setting -> prefix(name) + shortKey(setting));
    }

    private static String prefix(String name) {
        return "transport." + name + ".";
    }

    /**
     * What is configured.
     *
     * @param name of the transport
     * @param first what its address has settled
     * @param configured the settings by their keys
     * @throws IllegalArgumentException for an unknown key or a value that is not allowed
     */
    public SettingValues<K> read(String name, Map<K, String> first, Map<String, String> configured) {
        SettingValues<K> values = defaults(name);
        for (Map.Entry<K, String> each : first.entrySet()) {
            values = values.with(each.getKey(), each.getValue());
        }
        for (Map.Entry<String, String> each : configured.entrySet()) {
            values = values.with(find(name, each.getKey()), each.getValue());
        }
        return values;
    }

    private K find(String name, String key) {
        return byKey().filter(each -> shortKey(each).equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(MESSAGES.transportKeyUnknown(
                        prefix(name) + key,
                        prefix(name),
                        byKey().map(this::shortKey).collect(Collectors.joining(", ")))));
    }

    /** That an address at which a transport shall listen is none of this wire, or not as the settings are. */
    public IllegalArgumentException refused(String name, String address, String allowed) {
        return new IllegalArgumentException(
                CoreMessages.MESSAGES.settingRefused(defaults(name).key(listen), address, allowed));
    }

    /**
     * Where an address has a transport of this wire listen; empty for one that does not.
     *
     * @throws IllegalArgumentException naming the whole address, when it is neither {@code SCHEME:} alone nor {@code
     *     SCHEME://} and a place that is allowed
     */
    public String place(String name, String address) {
        String scheme = Transports.scheme(address);
        String behind = address.substring(scheme.length() + 1);
        if (behind.isEmpty()) {
            return "";
        }
        String place = behind.startsWith("//") ? behind.substring(2) : "";
        if (place.isEmpty() || !isAllowed(place)) {
            throw refused(
                    name,
                    address,
                    scheme + "://" + listen.allowed().replaceFirst(", or nothing$", "") + ", or '" + scheme
                            + ":' alone to listen nowhere");
        }
        return place;
    }

    private boolean isAllowed(String place) {
        try {
            listen.check(listen.key(), place);
            return true;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }
}
