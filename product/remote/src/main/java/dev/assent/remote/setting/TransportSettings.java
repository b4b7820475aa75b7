package dev.assent.remote.setting;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.SettingKey;
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
 * The settings of one wire's transports in a node's configuration. Each key there is the setting's key without the
 * wire's name at its front ({@code soap-}). The setting of the listen address is not among them.
 *
 * <p>Immutable and safe to share.
 *
 * @param <K> all settings of the wire
 */
public final class TransportSettings<K extends Enum<K> & SettingKey> {
    private final Class<K> settings;
    private final String wire;
    private final K listen;

    /**
     * The settings of a wire.
     *
     * @param wire its name
     * @param listen the setting of the listen address
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

    /** All settings except the listen address, for display. */
    public List<TransportProvider.Key> keys() {
        return byKey().map(each -> new TransportProvider.Key(
                        shortKey(each),
                        each.documentation(),
                        (each.defaultValue() + " " + each.unit()).strip(),
                        each.allowed()))
                .toList();
    }

    /** The defaults, with the keys of the transport of this name. */
    private SettingValues<K> defaults(String name) {
        return SettingValues.defaults(settings, setting -> prefix(name) + shortKey(setting));
    }

    private static String prefix(String name) {
        return "transport." + name + ".";
    }

    /**
     * The configured settings.
     *
     * @param name of the transport
     * @param first the settings that follow from its address
     * @param configured the values by their keys
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

    /** The error for a listen address that is not of this wire, or does not fit the settings. */
    public IllegalArgumentException refused(String name, String address, String allowed) {
        return new IllegalArgumentException(
                CoreMessages.MESSAGES.settingRefused(defaults(name).key(listen), address, allowed));
    }

    /**
     * The place at which an address makes a transport of this wire listen; empty for an address that does not.
     *
     * @throws IllegalArgumentException with the whole address, if it is neither {@code SCHEME:} alone nor {@code
     *     SCHEME://} and an allowed place
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
