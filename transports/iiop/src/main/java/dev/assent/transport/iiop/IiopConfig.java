package dev.assent.transport.iiop;

import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.program.TargetPolicy;
import dev.assent.transport.iiop.reference.IiopPlace;
import dev.assent.transport.iiop.served.Visits;
import dev.assent.transport.iiop.value.ValueLimits;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an IIOP transport, every one checked.
 *
 * <p>Immutable and safe to share.
 */
public final class IiopConfig {
    /** What keys begin with where the settings are given, so that messages name them by these. */
    private final String prefix;

    private final Map<IiopSetting, String> values;

    private IiopConfig(String prefix, Map<IiopSetting, String> values) {
        this.prefix = prefix;
        this.values = values;
    }

    /** Every setting has its default. */
    public static IiopConfig defaults() {
        return defaults(IiopSetting.PREFIX);
    }

    /** Every setting has its default, and is given by a key that begins otherwise, such as {@code transport.inside.} */
    static IiopConfig defaults(String prefix) {
        return new IiopConfig(prefix, new EnumMap<>(IiopSetting.class));
    }

    /**
     * The same with one setting changed.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public IiopConfig with(IiopSetting setting, Object value) {
        String text = value.toString().strip();
        setting.check(key(setting), text);
        Map<IiopSetting, String> changed = new EnumMap<>(IiopSetting.class);
        changed.putAll(values);
        changed.put(setting, text);
        return new IiopConfig(prefix, changed);
    }

    /** The key by which a setting is given. */
    String key(IiopSetting setting) {
        return prefix + setting.shortKey();
    }

    /** The value of a setting. */
    public String get(IiopSetting setting) {
        return values.getOrDefault(setting, setting.defaultValue());
    }

    long number(IiopSetting setting) {
        return Long.parseLong(get(setting));
    }

    int small(IiopSetting setting) {
        return Math.toIntExact(number(setting));
    }

    /** Where it listens; null for a client. */
    @Nullable IiopPlace listen() {
        return IiopPlace.parse(get(IiopSetting.LISTEN)).orElse(null);
    }

    /** Where others reach it; null for a client. */
    @Nullable IiopPlace reached() {
        IiopPlace listen = listen();
        return listen == null ? null : IiopPlace.parse(get(IiopSetting.ADDRESS)).orElse(listen);
    }

    /** Whether a place may be called, or listened at. */
    boolean mayGo(IiopPlace place) {
        return place.isLoopback() || Boolean.parseBoolean(get(IiopSetting.PLAIN_BEYOND_LOOPBACK));
    }

    NodeOrb.Options orb() {
        return new NodeOrb.Options(
                get(IiopSetting.ORB_CLASS),
                listen(),
                reached(),
                Arrays.stream(get(IiopSetting.CONTEXT_IDS_ACCEPTED).split(",", -1))
                        .map(each -> Integer.parseUnsignedInt(each.strip()))
                        .collect(Collectors.toSet()));
    }

    PeerIds contextIds() {
        return PeerIds.of(get(IiopSetting.CONTEXT_ID), get(IiopSetting.CONTEXT_IDS_OF_PEERS));
    }

    ValueLimits values() {
        return new ValueLimits(small(IiopSetting.MESSAGE_BYTES_MAX), small(IiopSetting.DEPTH_MAX));
    }

    Visits.Limits calls() {
        return new Visits.Limits(small(IiopSetting.CALLS_MAX), number(IiopSetting.CALL_MILLIS_MAX));
    }

    Visits.Limits requests() {
        return new Visits.Limits(small(IiopSetting.REQUESTS_MAX), number(IiopSetting.CALL_MILLIS_MAX));
    }

    TargetPolicy.Unsaid unsaid() {
        return TargetPolicy.Unsaid.valueOf(get(IiopSetting.POLICY_UNSAID).toUpperCase(Locale.ROOT));
    }
}
