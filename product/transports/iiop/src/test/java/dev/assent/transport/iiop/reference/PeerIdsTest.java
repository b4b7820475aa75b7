package dev.assent.transport.iiop.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

@Fast
class PeerIdsTest {
    @Test
    void eachPeerHasItsOwnAndTheOthersTheUsualOne() {
        PeerIds ids = PeerIds.of("0", "127.0.0.1:3628=3735928559, [::1]:1=7");
        assertThat(ids.of(new IiopPlace("127.0.0.1", 3628))).isEqualTo(0xDEADBEEF);
        assertThat(ids.of(new IiopPlace("::1", 1))).isEqualTo(7);
        assertThat(ids.of(new IiopPlace("127.0.0.1", 3528))).isZero();
    }

    @Test
    void aListIsOfPlacesAndNumbers() {
        assertThat(PeerIds.isList("")).isTrue();
        assertThat(PeerIds.isList("a:1=0")).isTrue();
        for (String each : new String[] {"a:1", "a=1", "a:1=-1", "a:1=x", "a:1=1,,b:1=1", "a:1=4294967296"}) {
            assertThat(PeerIds.isList(each)).as(each).isFalse();
        }
    }
}
