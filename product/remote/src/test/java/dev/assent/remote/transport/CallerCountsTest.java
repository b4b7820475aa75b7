package dev.assent.remote.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeId;
import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By what callers are counted, however many names and addresses they give themselves. */
@Fast
class CallerCountsTest {
    private static final String HOST = "192.0.2.1";

    private final CallerCounts counts = new CallerCounts();

    @Test
    void inventedNodes_withoutCertificate_countForTheirHostWithItsClients() {
        Caller first = Caller.ofUncertifiedNode(new NodeId(7, 1), "native://a:1", "/" + HOST + ":1");
        Caller second = Caller.ofUncertifiedNode(new NodeId(7, 2), "native://a:1", "/" + HOST + ":2");
        counts.add(first);
        counts.add(second);
        counts.add(Caller.ofOwnKey("client 1", "/" + HOST + ":1"));
        assertThat(counts.of(first)).isOne();
        assertThat(counts.ofHost(second)).isEqualTo(3);
        counts.remove(first);
        assertThat(counts.ofHost(second)).isEqualTo(2);
    }

    @Test
    void nodeWithCertificate_countsForNoHost() {
        Caller certified = new Caller(new NodeId(7, 1), "CN=node");
        counts.add(certified);
        assertThat(counts.of(certified)).isOne();
        assertThat(counts.ofHost(certified)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "/192.0.2.7:7400, 192.0.2.7",
        "name.example/192.0.2.7:7400, 192.0.2.7",
        "/[2001:db8:1:2:3:4:5:6]:7400, 2001:db8:1:2::/64",
        "/[2001:db8:1:2:ffff:0:0:1%eth9]:7400, 2001:db8:1:2::/64",
        "/[2001:0DB8:0001:2::1]:7400, 2001:db8:1:2::/64",
        "2001:db8:1:2:0:0:0:1:7400, 2001:db8:1:2::/64",
        "[::1]:7400, 0:0:0:0::/64",
        "[::ffff:192.0.2.7]:7400, 192.0.2.7",
        "name.example:7400, name.example",
        "[no:address]:7400, [no:address]",
        "somewhere, somewhere"
    })
    void hostOfPeer_ipv6_isItsNetworkOf64Bits(String peer, String host) {
        assertThat(Caller.ofOwnKey("key", peer).host()).isEqualTo(host);
    }
}
