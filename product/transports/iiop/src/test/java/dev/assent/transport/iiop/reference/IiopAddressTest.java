package dev.assent.transport.iiop.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.remote.message.ShownAddress;
import dev.assent.transport.iiop.WrittenIor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Fast
class IiopAddressTest {
    private static final String REFERENCE =
            new WrittenIor("").at("127.0.0.1", 3528, new byte[] {7}).toString();

    @ParameterizedTest
    @ValueSource(strings = {"iiop://127.0.0.1:3528", "iiop://[::1]:1", "iiop://bank-a.example:65535"})
    void aProcessIsAHostAndAPort(String address) {
        assertThat(IiopAddress.parse(address).toString()).isEqualTo(address);
        assertThat(IiopAddress.parse(address).reference()).isNull();
    }

    @Test
    void anObjectIsItsReferenceBehindThePlaceItLeadsTo() throws Exception {
        IiopAddress made = IiopAddress.of(Ior.parse(REFERENCE));
        assertThat(made).hasToString("iiop://127.0.0.1:3528/" + REFERENCE);
        assertThat(IiopAddress.parse(made.toString())).isEqualTo(made);
    }

    @Test
    void anObjectThatIsElsewhereThanItsAddressSaysIsRefused() {
        assertThatThrownBy(() -> IiopAddress.parse("iiop://127.0.0.1:3529/" + REFERENCE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-8200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "iiop:",
                "iiop://",
                "iiop://host",
                "iiop://host:0",
                "iiop://host:65536",
                "native://host:1",
                "iiop://host:1/account",
                "iiop://ho st:1",
                "iiop://[.a]:1",
                "iiop://host:1/IOR:00"
            })
    void anythingElseIsRefused(String address) {
        assertThatThrownBy(() -> IiopAddress.parse(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + ShownAddress.of(address) + "'");
    }
}
