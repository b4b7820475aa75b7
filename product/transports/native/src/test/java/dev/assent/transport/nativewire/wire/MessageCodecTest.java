package dev.assent.transport.nativewire.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Outcome;
import dev.assent.harness.Fast;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result.Effect;
import dev.assent.remote.message.SuperiorRef;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every message arrives as it was sent, and malformed bytes are refused with a reason. */
@Fast
class MessageCodecTest {
    private final Shorthand shorthand = Samples.betweenNodes();

    private static byte[] bytes(Shorthand shorthand, Request request) {
        WireOut out = new WireOut(FrameKind.ASK);
        RequestCodec.write(out, shorthand, request);
        return Bytes.body(out.frame());
    }

    private static byte[] bytes(Shorthand shorthand, Response response) {
        WireOut out = new WireOut(FrameKind.ANSWER);
        ResponseCodec.write(out, shorthand, response);
        return Bytes.body(out.frame());
    }

    private static byte[] bytes(Shorthand shorthand, Context context) {
        WireOut out = new WireOut(FrameKind.CALL);
        ContextCodec.write(out, shorthand, context);
        return Bytes.body(out.frame());
    }

    @Test
    void everyRequestArrivesAsItWasSent() throws WireException {
        for (Request each : Samples.requests()) {
            assertThat(RequestCodec.read(Bytes.in(bytes(shorthand, each)), shorthand))
                    .isEqualTo(each);
        }
    }

    @Test
    void everyResponseArrivesAsItWasSent() throws WireException {
        for (Response each : Samples.responses()) {
            assertThat(ResponseCodec.read(Bytes.in(bytes(shorthand, each)), shorthand))
                    .isEqualTo(each);
        }
    }

    @Test
    void everyContextArrivesAsItWasSentAlsoByAnAlias() throws WireException {
        for (int i = 0; i < 2; i++) {
            for (Context each : Samples.contexts()) {
                WireIn in = Bytes.in(bytes(shorthand, each));
                assertThat(ContextCodec.read(in, shorthand)).isEqualTo(each);
                in.end("the context");
            }
            shorthand.aliases().add(Samples.ELSEWHERE);
        }
    }

    @Test
    void everyEffectArrivesAsItWasSent() throws WireException {
        for (Registration each : Samples.registrations()) {
            for (var ofCall : Arrays.asList(null, each.branch().id(), Samples.name(Samples.THIRD))) {
                Effect effect = new Effect(each, ofCall == null);
                WireOut out = new WireOut(FrameKind.RESULT);
                EffectCodec.write(out, shorthand, effect, ofCall);
                WireIn in = Bytes.in(Bytes.body(out.frame()));
                assertThat(EffectCodec.read(in, shorthand, ofCall)).isEqualTo(effect);
                in.end("the effect");
            }
        }
    }

    @Test
    void aHelloArrivesAsItWasSent() throws WireException {
        Hello.Limits limits = new Hello.Limits(1 << 20, 1, 7);
        Hello hello = new Hello(1, 2, true, Samples.THIRD, limits, "native://[::1]:7400");
        assertThat(Hello.read(Bytes.in(Bytes.body(hello.frame())))).isEqualTo(hello);
        assertThat(hello.frame().size()).isLessThan(Hello.BYTES_MAX);
    }

    // ---- how large they are

    @Test
    void aContextOfANodeHasNoMoreThan64BytesWhateverItsNumbersAre() {
        for (Context each : Samples.contexts()) {
            boolean isNodes = each.superior().name() != null
                    && Samples.life(Samples.A).equals(each.superior().name().origin());
            boolean isOwn = each.superior().address().equals(Samples.A.address());
            boolean isKnownThere = each.known() == null
                    || !List.of(Samples.THIRD, Samples.EARLIER)
                            .contains(each.known().origin());
            if (isNodes && isOwn && isKnownThere && each.id().global().length <= 32) {
                assertThat(bytes(shorthand, each)).hasSizeLessThanOrEqualTo(ContextCodec.BYTES_MAX);
            }
        }
        Context worst = new Context(
                Samples.name(Samples.THIRD),
                new SuperiorRef(Samples.name(Samples.life(Samples.A)), Samples.A.address()),
                1,
                Samples.name(Samples.life(Samples.B)));
        assertThat(bytes(shorthand, worst)).hasSize(58);
    }

    @Test
    void soDoesAClientsThatNamesItsCoordinator() {
        Shorthand clients = new Shorthand(Samples.CLIENT, Samples.B, new Aliases());
        clients.aliases().add(Samples.ELSEWHERE);
        Context context = new Context(
                Samples.name(Samples.THIRD),
                new SuperiorRef(Samples.name(Samples.THIRD), Samples.ELSEWHERE),
                1,
                Samples.name(Samples.life(Samples.B)));
        assertThat(bytes(clients, context)).hasSize(50);
    }

    // ---- the bytes themselves, which another program may rely on

    @Test
    void prepareHasTheBytesThatThePageSays() {
        Request prepare = new Request.Ask(
                RemoteVerb.PREPARE,
                new BranchRef(Samples.name(Samples.life(Samples.A)), Samples.name(Samples.life(Samples.B))));
        assertThat(bytes(shorthand, prepare))
                .asHexString()
                .isEqualToIgnoringCase("0101" + "01" + "0101010101010101" + "FFFFFFFFFFFFFFFF" + "7FFFFFFF" + "80000000"
                        + "8000000000000000" + "02" + "8000000000000000");
        assertThat(bytes(shorthand, new Response.Answered(Answer.PREPARED)))
                .asHexString()
                .isEqualTo("0100");
    }

    @Test
    void everyAnswerAndOutcomeHasACode() {
        assertThat(RequestCodec.ANSWERS).hasSize(Answer.values().length - 1).doesNotHaveDuplicates();
        assertThat(RequestCodec.OUTCOMES).hasSize(Outcome.values().length - 1).doesNotHaveDuplicates();
    }

    // ---- malformed messages

    @Test
    void everyRequestThatIsCutIsRefused() {
        for (Request each : Samples.requests()) {
            byte[] whole = bytes(shorthand, each);
            for (int length = 0; length < Math.min(whole.length, 200); length++) {
                byte[] cut = Arrays.copyOf(whole, length);
                assertThatThrownBy(() -> RequestCodec.read(Bytes.in(cut), shorthand))
                        .as("%s cut to %d bytes", each, length)
                        .isInstanceOf(WireException.class)
                        .message()
                        .isNotEmpty();
            }
        }
    }

    @Test
    void everyAnswerThatIsCutIsRefused() {
        for (Response each : Samples.responses()) {
            byte[] whole = bytes(shorthand, each);
            for (int length = 0; length < Math.min(whole.length, 200); length++) {
                byte[] cut = Arrays.copyOf(whole, length);
                assertThatThrownBy(() -> ResponseCodec.read(Bytes.in(cut), shorthand))
                        .as("%s cut to %d bytes", each, length)
                        .isInstanceOf(WireException.class);
            }
        }
    }

    /** A flipped bit may make another message, but never anything else than a message or a refusal. */
    @Test
    void everyFlippedBitMakesAMessageOrARefusal() {
        int refused = 0;
        for (Request each : Samples.requests()) {
            byte[] whole = bytes(shorthand, each);
            for (int bit = 0; bit < Math.min(whole.length, 120) * 8; bit++) {
                byte[] flipped = whole.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                try {
                    Request read = RequestCodec.read(Bytes.in(flipped), shorthand);
                    assertThat(bytes(shorthand, read)).isNotEqualTo(whole);
                } catch (WireException expected) {
                    refused++;
                }
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aLengthThatIsNotThereMakesNoRoom() {
        byte[] hostile = {
            7, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
            127, -1, -1, -1
        };
        assertThatThrownBy(() -> RequestCodec.read(Bytes.in(hostile), shorthand))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("2147483647 registrations");
        byte[] text = {6, 3, -1, -1};
        assertThatThrownBy(() -> ResponseCodec.read(Bytes.in(text), shorthand))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("65535");
    }

    @Test
    void aNameOfWhoIsNoNodeIsRefused() {
        Shorthand clients = new Shorthand(Samples.CLIENT, Samples.B, new Aliases());
        Request inquire = new Request.Inquire(
                Samples.name(Samples.life(Samples.A)),
                new BranchRef(Samples.name(Samples.THIRD), Samples.name(Samples.THIRD)));
        assertThatThrownBy(() -> RequestCodec.read(Bytes.in(bytes(shorthand, inquire)), clients))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("not a node");
    }

    @Test
    void aHelloOfSomethingElseIsRefused() {
        byte[] http =
                "GET / HTTP/1.1\r\nHost: bank.example\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> Hello.read(Bytes.in(http)))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("not a native connection");
    }

    @Test
    void moreThanAMessageIsRefused() {
        byte[] whole = bytes(shorthand, new Request.Begin(5));
        assertThatThrownBy(() -> RequestCodec.read(Bytes.in(Arrays.copyOf(whole, whole.length + 3)), shorthand))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("3 bytes too many");
    }

    @Test
    void aliasesAreGivenInTheirOrderAndNoMoreThanThereAre() throws WireException {
        Aliases given = new Aliases();
        Aliases taken = new Aliases();
        for (int i = 0; i < Aliases.MAX; i++) {
            Frame frame = given.add("native://h" + i + ":1");
            taken.take(Bytes.in(Bytes.body(java.util.Objects.requireNonNull(frame))));
        }
        assertThat(taken.get(7)).isEqualTo("native://h7:1");
        assertThat(given.add("native://one-more:1")).isNull();
        WireOut out = new WireOut(FrameKind.ALIAS).putByte(9).putString("x");
        assertThatThrownBy(() -> taken.take(Bytes.in(Bytes.body(out.frame()))))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("the next is 256");
        assertThat(Set.copyOf(List.of(given.find("native://h255:1"), given.find("none"))))
                .containsExactlyInAnyOrder(255, -1);
    }
}
