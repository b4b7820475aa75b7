package dev.assent.remote.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Fast;
import dev.assent.remote.message.Registration.Interest;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses for operators: the place, and no key that gives rights. */
@Fast
class ShownAddressTest {
    private static final LocalTransactionId NAME = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);
    private static final String KEY = "0123456789abcdef0123456789abcdef";
    private static final String ENDPOINT = "soap://h:1/p#d." + NAME + "..." + KEY + ".PHI6cC8-";

    @ParameterizedTest
    @CsvSource(
            value = {
                "native://127.0.0.1:7001|native://127.0.0.1:7001",
                "in-process://bank-a|in-process://bank-a",
                "soap://h:1/ws/participant#d.AB.CD|soap://h:1/ws/participant",
                "soap+https://h:1/#q|soap+https://h:1/",
                "soap://h:1/p?key=AB#d.CD|soap://h:1/p",
                "iiop://h:1|iiop://h:1",
                "iiop://h:1/account|iiop://h:1/account",
                "iiop://[::1]:1/IOR:0000|iiop://[::1]:1",
                "iiop://h:1/ior:0000|iiop://h:1",
                "iiop://h:1/corbaloc::h:1%2FKEY|iiop://h:1",
                "iiop://h:1/corbaloc:iiop:1.2@h:1/KEY|iiop://h:1",
                "iiop://h:1/corbaname::h:1%2FKEY#name|iiop://h:1",
                "iiop://[::1]:1/CorbaLoc::[::1]:1%2FKEY|iiop://[::1]:1",
                "corbaloc::h:1/KEY|corbaloc::h:1",
                "corbaloc::h:1%2FKEY|corbaloc::h:1",
                "corbaloc:iiop:1.2@h:1/KEY|corbaloc:iiop:1.2@h:1",
                "corbaloc::[::1]:1,:b:2/KEY|corbaloc::[::1]:1,:b:2",
                "CORBANAME::h:1/KEY#name|CORBANAME::h:1",
                "corbaname::h:1#name|corbaname::h:1",
                "corbaloc:rir:/KEY|corbaloc:rir:",
                "iiop://h:1/corbaloc|iiop://h:1/corbaloc"
            },
            delimiter = '|')
    void itIsWhereTheAddressLeads(String address, String shown) {
        assertThat(ShownAddress.place(address)).isEqualTo(shown);
        assertThat(ShownAddress.of(address)).isEqualTo(shown);
    }

    @Test
    void noAddressIsNoReference() {
        assertThat(ShownAddress.of("")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "IOR:00, true",
        "ior:00, true",
        "corbaloc::h:1%2FKEY, true",
        "corbaname::h:1#name, true",
        "account, false",
        "iorder, false",
        "corbaloc, false"
    })
    void anObjectHasANameOrIsAReference(String object, boolean isReference) {
        assertThat(ShownAddress.isReference(object)).isEqualTo(isReference);
    }

    @Test
    void aReferenceAloneLeadsNobodyKnowsWhere() {
        assertThat(ShownAddress.of("IOR:000000")).isEqualTo("a reference");
    }

    @Test
    void aLongOneIsCut() {
        String address = "soap://h:1/" + "x".repeat(1_000) + "#d.AB";
        assertThat(ShownAddress.of(address)).hasSize(103).endsWith("x...");
        assertThat(ShownAddress.place(address)).as("places are told apart").hasSize(1_011);
    }

    @Test
    void whatHasAnAddressShowsNoKey() {
        BranchRef stranger = BranchRef.ofStranger(NAME, ENDPOINT);
        Registration registration = new Registration(stranger, ENDPOINT, Set.of(Interest.COMPLETION));
        for (Object each : new Object[] {
            stranger,
            registration,
            new SuperiorRef(null, ENDPOINT),
            new Request.Register(NAME, registration, 1),
            new Response.Registered(ENDPOINT),
            new HandleRequest.Move(stranger, NAME, ENDPOINT)
        }) {
            assertThat(each.toString()).contains("soap://h:1/p").doesNotContain("#", KEY, "PHI6cC8");
        }
    }
}
