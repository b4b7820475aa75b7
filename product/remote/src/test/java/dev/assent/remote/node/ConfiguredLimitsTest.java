package dev.assent.remote.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.subordinate.ClientDesk;
import dev.assent.remote.subordinate.Inflow;
import org.junit.jupiter.api.Test;

/** The limits that the settings of a node say. */
@Fast
class ConfiguredLimitsTest {
    @Test
    void defaultsAreThoseOfThePartsThatTheyAreFor() {
        assertThat(ConfiguredLimits.ofServices(RemoteConfig.defaults())).isEqualTo(ServiceLimits.DEFAULT);
        assertThat(ConfiguredLimits.ofOthers(RemoteConfig.defaults()))
                .isEqualTo(new Remoting.Limits(Inflow.Limits.DEFAULT, ClientDesk.Limits.DEFAULT));
    }

    @Test
    void aClientThatAsksForNoLimitGetsNoMoreThanTheMost() {
        Remoting.Limits limits = ConfiguredLimits.ofOthers(RemoteConfig.defaults()
                .with(RemoteSetting.CLIENT_TIMEOUT_SECONDS_MAX, 5)
                .with(RemoteSetting.CLIENT_TRANSACTIONS_MAX, 7)
                .with(RemoteSetting.CLIENT_TRANSACTIONS_MAX_OF_HOST, 9));
        assertThat(limits.clients()).isEqualTo(new ClientDesk.Limits(7, 9, 5_000, 5_000));
    }

    @Test
    void aCallerThatSetsNoLimitHasNoMoreThanTheMost() {
        Remoting.Limits limits = ConfiguredLimits.ofOthers(
                RemoteConfig.defaults().with(RemoteSetting.UNPREPARED_TIMEOUT_SECONDS_MAX, 5));
        assertThat(limits.unprepared()).isEqualTo(new Inflow.Limits(5_000, 5_000));
    }
}
