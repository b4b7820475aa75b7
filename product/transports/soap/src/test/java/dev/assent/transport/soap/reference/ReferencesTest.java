package dev.assent.transport.soap.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Fast;
import dev.assent.remote.message.Registration;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.desk.ExpiresUnit;
import dev.assent.transport.soap.reference.EndpointAddress.Role;
import dev.assent.transport.soap.reference.OwnReference.Kind;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** References that are made here, and addresses of those that others have made. */
@Fast
class ReferencesTest {
    private static final String KEY = "0123456789abcdef0123456789abcdef";
    private static final LocalTransactionId TRANSACTION =
            new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);

    private static final OwnReference ANSWERS = new OwnReference(Kind.DURABLE, TRANSACTION, TRANSACTION, "", KEY);
    private static final String D = "d." + TRANSACTION + "..." + KEY;

    private static EndpointAddress participant(String address, Element... parameters) {
        return EndpointAddress.of(ANSWERS, new EndpointReference(address, List.of(parameters)));
    }

    @Test
    void anAddressHasAllThatTheReferenceHas() {
        Element parameter = new Element(
                new QName("urn:x", "tx"),
                Map.of(new QName("a"), "p:name"),
                Map.of("p", "urn:p"),
                List.of(new Node.Text("D0"), Element.of(new QName("b"))));
        EndpointAddress written = participant("http://127.0.0.1:9/a?b=c", parameter);
        assertThat(written.text()).startsWith("soap://127.0.0.1:9/a?b=c#" + D + ".");
        assertThat(EndpointAddress.of(written.text())).isEqualTo(written);
        EndpointAddress plain =
                new EndpointAddress(new EndpointReference("http://localhost:80/"), Role.COORDINATOR, null);
        assertThat(plain.text()).isEqualTo("soap://localhost:80/#q");
        assertThat(EndpointAddress.of(plain.text())).isEqualTo(plain);
    }

    @Test
    void oneThatNoRecordHasRoomForIsRefused() {
        EndpointAddress most = participant("http://h/", Element.ofText(new QName("a"), "x".repeat(4_000)));
        assertThatThrownBy(most::text)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-8613")
                .hasMessageContaining(String.valueOf(Registration.ADDRESS_CHARS_MAX));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "soap://127.0.0.1:9/a",
                "soap://127.0.0.1:9/a#d",
                "soap://127.0.0.1:9/a#x",
                "soap://127.0.0.1:9/a#d....",
                "soap://127.0.0.1:9/a#r.",
                "soap://127.0.0.1:9/a#r.AAAA",
                "soap://user@127.0.0.1:9/a#r",
                "http://127.0.0.1:9/a#r"
            })
    void whatIsNoParticipantsAddressIsRefused(String address) {
        assertThatThrownBy(() -> EndpointAddress.of(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-8612");
    }

    @Test
    void peopleReadNoKeyAndNoParameter() {
        EndpointAddress known = participant("http://h/x?key=123", Element.ofText(new QName("a"), "secret"));
        assertThat(known.toString()).contains("http://h/x").doesNotContain("secret", "key=123", KEY);
    }

    private static final TransactionId FOREIGN = Identifiers.read("urn:somebody:else");

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aReferenceIsReadAsItWasGivenAway(Kind kind) {
        for (String holder : List.of("", TRANSACTION.toString(), new NodeId(3, 4).toString())) {
            for (TransactionId id : List.of(TRANSACTION, FOREIGN)) {
                OwnReference made = new Keys(SigningSecret.ofThisLife()).reference(kind, TRANSACTION, id, holder, "");
                assertThat(OwnReference.in(made.at("http://h/").parameters())).isEqualTo(Optional.of(made));
            }
        }
    }

    @Test
    void aReferenceSaysWhoHoldsIt() {
        assertThat(new OwnReference(Kind.DURABLE, TRANSACTION, FOREIGN, TRANSACTION.toString(), KEY))
                .satisfies(each -> assertThat(each.incarnation()).isEqualTo(TRANSACTION))
                .satisfies(each ->
                        assertThat(each.node()).isEqualTo(TRANSACTION.origin().node()));
        assertThat(new OwnReference(Kind.OWN_DURABLE, TRANSACTION, FOREIGN, new NodeId(3, 4).toString(), KEY))
                .satisfies(each -> assertThat(each.incarnation()).isNull())
                .satisfies(each -> assertThat(each.node()).isEqualTo(new NodeId(3, 4)));
        assertThat(ANSWERS.node()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "r",
                "r.00...00",
                "z.TRANSACTION...KEY",
                "r.TRANSACTION...KEY0",
                "r.TRANSACTION...",
                "r.TRANSACTION.x..KEY",
                "r.TRANSACTION..00.KEY",
                "r.EPOCH0...KEY"
            })
    void whatWasNotMadeHereIsNone(String text) {
        String epochZero = TRANSACTION.toString().substring(0, 32) + "00000000" + "0".repeat(16);
        Element parameter = Element.ofText(
                new QName("urn:assent:ws-at", "Reference"),
                text.replace("TRANSACTION", TRANSACTION.toString())
                        .replace("EPOCH0", epochZero)
                        .replace("KEY", KEY));
        assertThat(OwnReference.in(List.of(parameter))).isEmpty();
        assertThat(OwnReference.in(List.of())).isEmpty();
    }

    @Test
    void aKeyIsOfOneThingAndOfOneSecret() {
        Keys keys = new Keys(SigningSecret.ofThisLife());
        OwnReference genuine = keys.reference(Kind.REGISTRATION, TRANSACTION, TRANSACTION, "", "");
        assertThat(keys.isGenuine(genuine, "")).isTrue();
        assertThat(keys.isGenuine(genuine, "other")).isFalse();
        LocalTransactionId next = new LocalTransactionId(TRANSACTION.origin(), 5);
        String node = new NodeId(3, 4).toString();
        for (OwnReference forged : List.of(
                new OwnReference(Kind.COMPLETION, TRANSACTION, TRANSACTION, "", genuine.key()),
                new OwnReference(Kind.REGISTRATION, next, TRANSACTION, "", genuine.key()),
                new OwnReference(Kind.REGISTRATION, TRANSACTION, FOREIGN, "", genuine.key()),
                new OwnReference(Kind.REGISTRATION, TRANSACTION, TRANSACTION, node, genuine.key()))) {
            assertThat(keys.isGenuine(forged, "")).as(forged.toString()).isFalse();
        }
        assertThat(new Keys(SigningSecret.ofThisLife()).isGenuine(genuine, "")).isFalse();
    }

    @Test
    void identitiesComeBackAsTheyWere() {
        TransactionId otid = TransactionId.of(0x41534F54, new byte[] {1, 2, -1});
        TransactionId uri = Identifiers.read("http://somebody/tx?1");
        for (TransactionId each : List.of(TRANSACTION, otid, uri)) {
            assertThat(Identifiers.read(Identifiers.of(each))).isEqualTo(each);
        }
        assertThat(Identifiers.of(uri)).isEqualTo("http://somebody/tx?1");
        assertThat(Identifiers.of(TRANSACTION)).isEqualTo("urn:assent:transaction:" + TRANSACTION);
        assertThat(Identifiers.of(Identifiers.read("urn:assent:transaction:xyz")))
                .isEqualTo("urn:assent:transaction:xyz");
    }

    @Test
    void timeIsCountedAsPeersDo() {
        assertThat(ExpiresUnit.SECONDS.toMillis(3)).isEqualTo(3_000);
        assertThat(ExpiresUnit.SECONDS.ofMillis(2_001)).isEqualTo(3);
        assertThat(ExpiresUnit.SECONDS.ofMillis(2_000)).isEqualTo(2);
        assertThat(ExpiresUnit.MILLISECONDS.toMillis(3)).isEqualTo(3);
        assertThat(ExpiresUnit.MILLISECONDS.ofMillis(3)).isEqualTo(3);
    }
}
