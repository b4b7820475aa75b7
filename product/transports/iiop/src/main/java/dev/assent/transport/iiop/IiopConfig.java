package dev.assent.transport.iiop;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.core.SettingValues;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.remote.setting.SecretSettings;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.program.TargetPolicy;
import dev.assent.transport.iiop.reference.IiopPlace;
import dev.assent.transport.iiop.served.Visits;
import dev.assent.transport.iiop.value.ValueLimits;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an IIOP transport. Every value is checked.
 *
 * <p>Immutable and safe to share.
 */
public final class IiopConfig {
    private static final SecretSettings<IiopSetting> SECRET =
            new SecretSettings<>(IiopSetting.KEY_FILE, IiopSetting.LISTEN, IiopTransport.SCHEME + ".key");

    private final SettingValues<IiopSetting> values;

    IiopConfig(SettingValues<IiopSetting> values) {
        this.values = values;
    }

    /** Every setting has its default. */
    public static IiopConfig defaults() {
        return new IiopConfig(SettingValues.defaults(IiopSetting.class));
    }

    /**
     * A copy with one setting changed.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public IiopConfig with(IiopSetting setting, Object value) {
        return new IiopConfig(values.with(setting, value));
    }

    /** The configuration key of a setting. */
    String key(IiopSetting setting) {
        return values.key(setting);
    }

    /** The value of a setting. */
    public String get(IiopSetting setting) {
        return values.get(setting);
    }

    long number(IiopSetting setting) {
        return values.number(setting);
    }

    int small(IiopSetting setting) {
        return values.small(setting);
    }

    /** The address at which this process listens; null for a client. */
    @Nullable IiopPlace listen() {
        return IiopPlace.parse(get(IiopSetting.LISTEN)).orElse(null);
    }

    /** The address at which others reach this process; null for a client. */
    @Nullable IiopPlace reached() {
        IiopPlace listen = listen();
        return listen == null ? null : IiopPlace.parse(get(IiopSetting.ADDRESS)).orElse(listen);
    }

    /** Whether this process may call that address, or listen there. */
    boolean mayGo(IiopPlace place) {
        return place.isLoopback() || values.isTrue(IiopSetting.PLAIN_BEYOND_LOOPBACK);
    }

    NodeOrb.Options orb() {
        return new NodeOrb.Options(
                get(IiopSetting.ORB_CLASS),
                listen(),
                reached(),
                Arrays.stream(get(IiopSetting.CONTEXT_IDS_ACCEPTED).split(",", -1))
                        .map(each -> Integer.parseUnsignedInt(each.strip()))
                        .collect(Collectors.toSet()),
                key(IiopSetting.LISTEN));
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

    /**
     * The secret that seals references.
     *
     * @throws IllegalArgumentException when a node listens and has no folder for the secret's file
     * @throws IllegalStateException when its file can't be read or made
     */
    SigningSecret secret(TransportOwner owner) {
        return SECRET.read(values, owner, MESSAGES::keyUnread);
    }
}
