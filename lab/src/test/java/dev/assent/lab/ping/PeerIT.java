package dev.assent.lab.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every peer, its two sides in one process. */
@Sampled
class PeerIT {
    static List<Peer> peers() {
        return Sample.of("peers of the ping", 4, Peer.values());
    }

    @ParameterizedTest
    @MethodSource("peers")
    void itAnswersOneThreadAndThenManyAtOnce(Peer peer) throws Exception {
        try (PingServer server = peer.serve();
                Load load = new Load(peer.connect(server.address()))) {
            for (int threads : new int[] {1, Load.THREADS_MAX}) {
                Slice slice = load.run(new Slice.Order(threads, 1, peer.isInTransaction()));

                assertThat(slice.calls()).isGreaterThanOrEqualTo(threads);
                assertThat(slice.middleNanos()).isPositive().isLessThanOrEqualTo(slice.slowNanos());
                assertThat(slice.nanos()).isGreaterThanOrEqualTo(slice.middleNanos() / 2);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("peers")
    void aPingWithoutItsServerFails(Peer peer) throws Exception {
        String address;
        try (PingServer server = peer.serve()) {
            address = server.address();
        }
        assertThatThrownBy(() -> {
                    try (PingClient client = peer.connect(address)) {
                        Pinger pinger = client.open();
                        pinger.begin();
                        pinger.ping();
                    }
                })
                .isInstanceOf(Exception.class);
    }
}
