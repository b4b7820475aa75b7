package dev.assent.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.remote.service.ServiceLimits;
import dev.assent.remote.subordinate.ClientDesk;
import dev.assent.remote.subordinate.Inflow;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings of what a node has to do with others, and the addresses that it calls when others name them. */
@Fast
class RemoteConfigTest {
    private static Predicate<String> allowed(String list) {
        return RemoteConfig.defaults()
                .with(RemoteSetting.ALLOWED_ADDRESSES, list)
                .allowed();
    }

    @Test
    void defaultsAreThoseOfThePartsThatTheyAreFor() {
        assertThat(RemoteConfig.defaults().services()).isEqualTo(ServiceLimits.DEFAULT);
        assertThat(RemoteConfig.defaults().limits())
                .isEqualTo(new Remoting.Limits(Inflow.Limits.DEFAULT, ClientDesk.Limits.DEFAULT));
    }

    @Test
    void aClientThatAsksForNoLimitGetsNoMoreThanTheMost() {
        Remoting.Limits limits = RemoteConfig.defaults()
                .with(RemoteSetting.CLIENT_TIMEOUT_SECONDS_MAX, 5)
                .with(RemoteSetting.CLIENT_TRANSACTIONS_MAX, 7)
                .with(RemoteSetting.CLIENT_TRANSACTIONS_MAX_OF_HOST, 9)
                .limits();
        assertThat(limits.clients()).isEqualTo(new ClientDesk.Limits(7, 9, 5_000, 5_000));
    }

    @Test
    void aCallerThatSetsNoLimitHasNoMoreThanTheMost() {
        Remoting.Limits limits = RemoteConfig.defaults()
                .with(RemoteSetting.UNPREPARED_TIMEOUT_SECONDS_MAX, 5)
                .limits();
        assertThat(limits.unprepared()).isEqualTo(new Inflow.Limits(5_000, 5_000));
    }

    @Test
    void aValueThatIsNotAllowedIsRefusedWithItsKeyAndWhatIs() {
        assertThatThrownBy(() -> RemoteConfig.defaults().with(RemoteSetting.REFERENCES_MAX, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("references-max", "'0'", "1 to 1000000 references");
        assertThatThrownBy(() -> allowed("bank-b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("allowed-addresses", "'bank-b'", "SCHEME://HOST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "in-process://bank-b",
                "native://localhost:7000",
                "native://LOCALHOST",
                "native://127.0.0.1:7000",
                "http://[::1]:8080/coordinator/register?id=7",
                "native:"
            })
    void thisMachineAndThisProcessAreAllowedUnlessSomethingElseIsSaid(String address) {
        assertThat(RemoteConfig.defaults().allowed()).accepts(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "native://bank-b:7000",
                "native://localhost.evil.example:7000",
                "native://localhost:7000@evil.example",
                "native://127.0.0.1.evil.example",
                "http://localhost?@evil.example/",
                "http://evil.example/localhost",
                "in-process://a/b",
                ""
            })
    void otherMachinesAreNot(String address) {
        assertThat(RemoteConfig.defaults().allowed()).rejects(address);
    }

    @Test
    void aStarStandsForPartsOfAName() {
        Predicate<String> isAllowed = allowed("native://*.bank.example:7000, iiop://10.1.2.3:*");
        assertThat(isAllowed)
                .accepts("native://b.bank.example:7000", "NATIVE://B.Bank.Example:7000", "iiop://10.1.2.3:3528")
                .rejects(
                        "native://b.bank.example:7001",
                        "native://evil.example/.bank.example:7000",
                        "native://evil.example:1@x.bank.example:7000",
                        "iiop://10.1.2.4:3528",
                        "native://localhost:7000");
        assertThat(allowed("loopback, *")).accepts("native://anybody:7000");
    }

    @Test
    void anAddressWithoutAPathIsAPlaceAndHasAllThatIsThere() {
        assertThat(allowed("http://bank.example:8080, iiop://bank.example:3528/transactions"))
                .accepts("http://bank.example:8080/coordinator?id=7", "iiop://bank.example:3528/transactions")
                .rejects(
                        "http://bank.example:8080@evil.example/",
                        "http://bank.example:80801/",
                        "iiop://bank.example:3528/other");
    }

    @Test
    void aStarBehindASlashStandsForAnyPathAtThatPlace() {
        Predicate<String> isAllowed = allowed("iiop://bank.example:3528/*, http://*.example/ws/*");
        assertThat(isAllowed)
                .accepts(
                        "iiop://bank.example:3528/",
                        "iiop://bank.example:3528/IOR:000a@1?b#c/d",
                        "http://bank.example/ws/coordinator:8080/register")
                .rejects(
                        "iiop://bank.example:3528",
                        "iiop://bank.example:35281/x",
                        "iiop://bank.example:3528@evil.example/x",
                        "iiop:///x",
                        "http://evil.org/x.example/ws/a",
                        "http://bank.example/other/ws/a");
    }
}
