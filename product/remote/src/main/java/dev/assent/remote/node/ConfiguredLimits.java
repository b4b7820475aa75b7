package dev.assent.remote.node;

import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.subordinate.ClientDesk;
import dev.assent.remote.subordinate.Inflow;

/** The limits that the settings of a node say. */
final class ConfiguredLimits {
    private static final long SECOND_MILLIS = 1_000;

    private ConfiguredLimits() {}

    /** The limits for others. */
    static Remoting.Limits ofOthers(RemoteConfig config) {
        long clientMillisMax = SECOND_MILLIS * config.number(RemoteSetting.CLIENT_TIMEOUT_SECONDS_MAX);
        long unpreparedMillisMax = SECOND_MILLIS * config.number(RemoteSetting.UNPREPARED_TIMEOUT_SECONDS_MAX);
        return new Remoting.Limits(
                new Inflow.Limits(
                        Math.min(
                                SECOND_MILLIS * config.number(RemoteSetting.UNPREPARED_TIMEOUT_SECONDS),
                                unpreparedMillisMax),
                        unpreparedMillisMax),
                new ClientDesk.Limits(
                        config.number(RemoteSetting.CLIENT_TRANSACTIONS_MAX),
                        config.number(RemoteSetting.CLIENT_TRANSACTIONS_MAX_OF_HOST),
                        Math.min(ClientDesk.Limits.DEFAULT.timeoutMillisDefault(), clientMillisMax),
                        clientMillisMax));
    }

    /** The limits of services. */
    static ServiceLimits ofServices(RemoteConfig config) {
        return new ServiceLimits(
                config.number(RemoteSetting.CALL_TIMEOUT_MILLIS),
                SECOND_MILLIS * config.number(RemoteSetting.REFERENCE_LEASE_SECONDS),
                config.number(RemoteSetting.REFERENCES_MAX_OF_CALLER),
                config.number(RemoteSetting.REFERENCES_MAX_OF_HOST),
                config.number(RemoteSetting.REFERENCES_MAX));
    }
}
