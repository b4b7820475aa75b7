package dev.assent.remote;

import dev.assent.core.SettingValues;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.subordinate.ClientDesk;
import dev.assent.remote.subordinate.Inflow;
import java.util.function.Predicate;

/**
 * The settings of a node's work with other processes, all checked.
 *
 * <p>Immutable and safe to share.
 */
public final class RemoteConfig {
    private static final long SECOND_MILLIS = 1_000;

    private final SettingValues<RemoteSetting> values;

    private RemoteConfig(SettingValues<RemoteSetting> values) {
        this.values = values;
    }

    /** Every setting has its default. */
    public static RemoteConfig defaults() {
        return new RemoteConfig(SettingValues.defaults(RemoteSetting.class));
    }

    /**
     * These settings with one changed.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException if the value is not allowed
     */
    public RemoteConfig with(RemoteSetting setting, Object value) {
        return new RemoteConfig(values.with(setting, value));
    }

    /** The value of a setting. */
    public String get(RemoteSetting setting) {
        return values.get(setting);
    }

    private int number(RemoteSetting setting) {
        return values.small(setting);
    }

    /** Which addresses in contexts and registrations may be called. */
    public Predicate<String> allowed() {
        return AllowedAddresses.of(get(RemoteSetting.ALLOWED_ADDRESSES));
    }

    /** The limits for others. */
    Remoting.Limits limits() {
        long clientMillisMax = SECOND_MILLIS * number(RemoteSetting.CLIENT_TIMEOUT_SECONDS_MAX);
        long unpreparedMillisMax = SECOND_MILLIS * number(RemoteSetting.UNPREPARED_TIMEOUT_SECONDS_MAX);
        return new Remoting.Limits(
                new Inflow.Limits(
                        Math.min(SECOND_MILLIS * number(RemoteSetting.UNPREPARED_TIMEOUT_SECONDS), unpreparedMillisMax),
                        unpreparedMillisMax),
                new ClientDesk.Limits(
                        number(RemoteSetting.CLIENT_TRANSACTIONS_MAX),
                        number(RemoteSetting.CLIENT_TRANSACTIONS_MAX_OF_HOST),
                        Math.min(ClientDesk.Limits.DEFAULT.timeoutMillisDefault(), clientMillisMax),
                        clientMillisMax));
    }

    /** The limits of services. */
    ServiceLimits services() {
        return new ServiceLimits(
                number(RemoteSetting.CALL_TIMEOUT_MILLIS),
                SECOND_MILLIS * number(RemoteSetting.REFERENCE_LEASE_SECONDS),
                number(RemoteSetting.REFERENCES_MAX_OF_CALLER),
                number(RemoteSetting.REFERENCES_MAX_OF_HOST),
                number(RemoteSetting.REFERENCES_MAX));
    }
}
