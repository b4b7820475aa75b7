package dev.assent.remote.superior;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.remote.transport.Transports;
import org.junit.jupiter.api.Test;

/** At which addresses a subordinate is reached. */
@Fast
class WhereaboutsTest {
    private final Whereabouts whereabouts = new Whereabouts("test://h:1/p", new Transports(any -> true));

    @Test
    void aCallAtTheRegisteredAddressOrOneAboveItReachesTheSubordinate() {
        assertThat(whereabouts.isAt("test://h:1/p")).isTrue();
        assertThat(whereabouts.isAt("test://h:1")).isTrue();
        assertThat(whereabouts.isAt("test://h")).as("another host may be h:2").isFalse();
        assertThat(whereabouts.isAt("test://h:1/p/q")).isFalse();
    }

    @Test
    void everyAddressThatOnceAnsweredReachesTheSubordinate() {
        whereabouts.heardAt("test://first:1");
        whereabouts.heardAt("test://second:2");
        whereabouts.heardAt("test://second:2");
        whereabouts.heardAt("test://third:3");
        assertThat(whereabouts.isAt("test://first:1")).isTrue();
        assertThat(whereabouts.isAt("test://second:2")).isTrue();
        assertThat(whereabouts.isAt("test://third:3")).isTrue();
        assertThat(whereabouts.isAt("test://fourth:4")).isFalse();
    }
}
