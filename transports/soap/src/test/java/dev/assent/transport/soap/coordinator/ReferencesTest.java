package dev.assent.transport.soap.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeEpoch;
import dev.assent.core.identity.NodeId;
import dev.assent.remote.message.Registration;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.Protocol;
import dev.assent.transport.soap.coordinator.OwnReference.Kind;
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
class ReferencesTest {
    private static final String KEY = "0123456789abcdef0123456789abcdef";
    private static final LocalTransactionId TRANSACTION = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3), 4);

    private static ParticipantAddress participant(String address, Element... parameters) {
        return new ParticipantAddress(new EndpointReference(address, List.of(parameters)), Protocol.DURABLE_2PC, KEY);
    }

    @Test
    void anAddressHasAllThatTheReferenceHas() {
        Element parameter = new Element(
                new QName("urn:x", "tx"),
                Map.of(new QName("a"), "p:name"),
                Map.of("p", "urn:p"),
                List.of(new Node.Text("D0"), Element.of(new QName("b"))));
        ParticipantAddress written = participant("http://127.0.0.1:9/a?b=c", parameter);
        assertThat(written.text()).startsWith("soap://127.0.0.1:9/a?b=c#d." + KEY + ".");
        assertThat(ParticipantAddress.of(written.text())).isEqualTo(written);
        ParticipantAddress plain =
                new ParticipantAddress(new EndpointReference("http://localhost:80/"), Protocol.VOLATILE_2PC, KEY);
        assertThat(plain.text()).isEqualTo("soap://localhost:80/#v." + KEY);
        assertThat(ParticipantAddress.of(plain.text())).isEqualTo(plain);
    }

    @Test
    void oneThatNoRecordHasRoomForIsRefused() {
        ParticipantAddress most = participant("http://h/", Element.ofText(new QName("a"), "x".repeat(4_000)));
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
                "soap://127.0.0.1:9/a#x." + KEY,
                "soap://127.0.0.1:9/a#d." + KEY + ".",
                "soap://127.0.0.1:9/a#d." + KEY + ".AAAA",
                "soap://user@127.0.0.1:9/a#d." + KEY,
                "http://127.0.0.1:9/a#d." + KEY
            })
    void whatIsNoParticipantsAddressIsRefused(String address) {
        assertThatThrownBy(() -> ParticipantAddress.of(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-8612");
    }

    private static Addressing sentTo(EndpointReference place) {
        return Addressing.to(place, "urn:a");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aReferenceIsReadAsItWasGivenAway(Kind kind) {
        OwnReference made = new OwnReference(kind, TRANSACTION, KEY);
        assertThat(OwnReference.in(sentTo(made.at("http://h/")))).isEqualTo(Optional.of(made));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "r", "r.00.00", "z.TRANSACTION.KEY", "r.TRANSACTION.KEY0", "r.TRANSACTION.", "r.EPOCH0.KEY"})
    void whatWasNotMadeHereIsNone(String text) {
        String epochZero = TRANSACTION.toString().substring(0, 32) + "00000000" + "0".repeat(16);
        Element parameter = Element.ofText(
                new QName("urn:assent:ws-at", "Reference"),
                text.replace("TRANSACTION", TRANSACTION.toString())
                        .replace("EPOCH0", epochZero)
                        .replace("KEY", KEY));
        assertThat(OwnReference.in(sentTo(new EndpointReference("http://h/", List.of(parameter)))))
                .isEmpty();
        assertThat(OwnReference.in(sentTo(new EndpointReference("http://h/")))).isEmpty();
    }

    @Test
    void aKeyIsOfOneThingAndOfOneLife() {
        Keys keys = new Keys();
        String key = keys.key(Kind.REGISTRATION, TRANSACTION, "");
        OwnReference genuine = new OwnReference(Kind.REGISTRATION, TRANSACTION, key);
        assertThat(keys.isGenuine(genuine, "")).isTrue();
        assertThat(keys.isGenuine(genuine, "other")).isFalse();
        assertThat(keys.isGenuine(new OwnReference(Kind.COMPLETION, TRANSACTION, key), ""))
                .isFalse();
        LocalTransactionId next = new LocalTransactionId(TRANSACTION.origin(), 5);
        assertThat(keys.isGenuine(new OwnReference(Kind.REGISTRATION, next, key), ""))
                .isFalse();
        assertThat(new Keys().isGenuine(genuine, "")).isFalse();
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
