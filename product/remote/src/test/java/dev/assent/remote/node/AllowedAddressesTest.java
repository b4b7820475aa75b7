package dev.assent.remote.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The addresses that a node calls when others name them. */
@Fast
class AllowedAddressesTest {
    private static Predicate<String> allowed(String list) {
        return AllowedAddresses.of(RemoteConfig.defaults().with(RemoteSetting.ALLOWED_ADDRESSES, list));
    }

    @Test
    void aListOfAnotherFormIsRefusedWithItsKeyAndWhatIsAllowed() {
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
        assertThat(AllowedAddresses.of(RemoteConfig.defaults())).accepts(address);
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
        assertThat(AllowedAddresses.of(RemoteConfig.defaults())).rejects(address);
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
