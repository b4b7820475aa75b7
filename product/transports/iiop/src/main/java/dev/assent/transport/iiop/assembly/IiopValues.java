package dev.assent.transport.iiop.assembly;

import static dev.assent.transport.iiop.message.IiopMessages.MESSAGES;

import dev.assent.core.SettingValues;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.remote.setting.SecretSettings;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.transport.iiop.IiopSetting;
import dev.assent.transport.iiop.IiopTransport;
import dev.assent.transport.iiop.orb.NodeOrb;
import dev.assent.transport.iiop.program.TargetPolicy;
import dev.assent.transport.iiop.reference.IiopPlace;
import dev.assent.transport.iiop.reference.PeerIds;
import dev.assent.transport.iiop.served.Visits;
import dev.assent.transport.iiop.value.ValueLimits;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a transport, as its parts need them.
 *
 * <p>Immutable and safe to share.
 */
public record IiopValues(SettingValues<IiopSetting> settings) {
    private static final SecretSettings<IiopSetting> SECRET =
            new SecretSettings<>(IiopSetting.KEY_FILE, IiopSetting.LISTEN, IiopTransport.SCHEME + ".key");

    /** The configuration key of a setting. */
    String key(IiopSetting setting) {
        return settings.key(setting);
    }

    /** The value of a setting. */
    String get(IiopSetting setting) {
        return settings.get(setting);
    }

    long number(IiopSetting setting) {
        return settings.number(setting);
    }

    int small(IiopSetting setting) {
        return settings.small(setting);
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
        return place.isLoopback() || settings.isTrue(IiopSetting.PLAIN_BEYOND_LOOPBACK);
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
        return SECRET.read(settings, owner, MESSAGES::keyUnread);
    }
}
