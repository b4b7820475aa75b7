package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.assent.core.fixture.Waiting;
import dev.assent.harness.Fast;
import dev.assent.transport.soap.HostileMessages.Hostile;
import dev.assent.transport.soap.Stranger.Reference;
import dev.assent.transport.soap.Stranger.Reply;
import dev.assent.transport.soap.http.RawConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A node with hostile peers, over real sockets. Whatever they send, the node refuses it as the standards say, calls no
 * address that is not allowed, keeps nothing of it, and serves other peers meanwhile.
 */
@Fast
class HostileSendersTest extends HostilePart {
    private static final String ELSEWHERE = "http://127.0.0.1:9/elsewhere";
    private static final String ANONYMOUS = "http://www.w3.org/2005/08/addressing/anonymous";
    private static final String NONE = "http://www.w3.org/2005/08/addressing/none";

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    HostileSendersTest() {
        super(Waiting.MILLIS_MAX, Waiting.MILLIS_MAX);
    }

    // ---- input that is not a message

    static Stream<Hostile> malformed() {
        return HostileMessages.malformed(ELSEWHERE).stream();
    }

    static Stream<Hostile> refused() {
        return HostileMessages.refused().stream();
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void whatNobodyReadsIsRefusedByEveryService(Hostile hostile) throws IOException {
        for (String each : new String[] {"activation", "registration", "completion", "coordinator", "participant"}) {
            assertRefused("/ws-at/" + each, hostile);
        }
        assertRefused("/shop", hostile);
    }

    static Stream<Hostile> tedious() {
        return HostileMessages.tedious().stream();
    }

    /** Each takes a minute of a processor when texts are searched as they should not be. */
    @ParameterizedTest
    @MethodSource("tedious")
    void whatIsTediousToReadIsReadAtOnce(Hostile hostile) throws IOException {
        long sinceNanos = PROCESS.getProcessCpuTime(); // which other processes do not lengthen
        for (int i = 0; i < 10; i++) {
            assertRefused("/ws-at/completion", hostile);
            assertRefused("/shop", hostile);
            assertThat(PROCESS.getProcessCpuTime() - sinceNanos)
                    .as("ns of a processor")
                    .isLessThan(TimeUnit.SECONDS.toNanos(20));
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void aMessageThatIsWrongIsRefusedByItsFault(Hostile hostile) throws IOException {
        assertRefused("/ws-at/activation", hostile);
    }

    /** On a connection that is good for the next message. */
    private void assertRefused(String path, Hostile hostile) throws IOException {
        try (RawConnection connection = connect()) {
            String answer =
                    connection.send(HostileMessages.request(path, hostile)).message();
            assertThat(answer).as("%s at %s", hostile, path).startsWith("HTTP/1.1 " + hostile.status());
            String code = Stranger.find(answer, "<faultcode[^>]*>(?:[^:<]*:)?([^<]*)");
            assertThat(code).as("%s at %s: %s", hostile, path, answer).isEqualTo(hostile.code());
            assertThat(answer.length()).as("%s: what is said of it", hostile).isLessThan(4_000);
        }
    }

    @Test
    void thousandsOfThemLeaveNothing() throws IOException {
        List<Hostile> all = new ArrayList<>(HostileMessages.malformed(ELSEWHERE));
        all.addAll(HostileMessages.refused());
        try (RawConnection connection = connect()) {
            for (int i = 0; i < 40; i++) {
                for (Hostile each : all) {
                    if (each.status() == 500) { // after which the connection is good
                        connection.send(HostileMessages.request("/ws-at/activation", each));
                        assertThat(connection.message()).startsWith("HTTP/1.1 500 ");
                    }
                }
            }
        }
        assertThat(node.node().coordinator().isIdle()).isTrue();
        long threads = Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("assent-soap"))
                .count();
        assertThat(threads).isLessThan(64);
    }

    @Test
    void hundredsThatBeginAndJoinAndGoLeaveNothing() throws Exception {
        int count = 200;
        for (int i = 0; i < count; i++) {
            Reference registration = stranger.begin(transport.activation());
            stranger.join(registration, "Completion", "init" + i, SILENT);
            stranger.join(registration, "Durable2PC", "D" + i, SILENT);
            stranger.join(registration, "Volatile2PC", "V" + i, SILENT);
        }
        assertThat(transport.participants()).isEqualTo(2 * count);
        assertThat(node.node().coordinator().active()).hasSize(count);
        pass(Duration.ofSeconds(61));
        assertNobodyIsKnown();
        assertThat(node.node().coordinator().active()).isEmpty();
    }

    // ---- what is too large

    @ParameterizedTest
    @ValueSource(ints = {BYTES_MAX + 1, 1 << 20, 1_100_000})
    void whoWritesTooMuchReadsWhyAndNoReset(int bytes) throws IOException {
        try (RawConnection connection = connect()) {
            connection.send(
                    "POST /shop HTTP/1.1", "Host: x", "Content-Type: text/xml", "Content-Length: " + bytes, "", "");
            connection.send("x".repeat(bytes));
            assertThat(connection.message()).startsWith("HTTP/1.1 413 ").contains("Connection: close");
            assertThat(connection.isClosedByOther()).isTrue();
        }
    }

    @Test
    void chunksThatNeverEndAreRefused() throws IOException {
        try (RawConnection connection = connect()) {
            connection.send(
                    "POST /shop HTTP/1.1", "Host: x", "Content-Type: text/xml", "Transfer-Encoding: chunked", "", "");
            String chunk = "1000\r\n" + "x".repeat(0x1000) + "\r\n";
            for (int i = 0; i < 100; i++) {
                connection.send(chunk);
            }
            assertThat(connection.message()).startsWith("HTTP/1.1 413 ");
        }
    }

    @Test
    void whatASenderSaysThatItWillSendCostsNothing() throws IOException {
        List<RawConnection> all = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS_MAX / 2; i++) {
            all.add(connect()
                    .send(
                            "POST /shop HTTP/1.1",
                            "Host: x",
                            "Content-Type: text/xml",
                            "Content-Length: 99999999999",
                            "",
                            "x"));
        }
        for (RawConnection each : all) {
            assertThat(each.message()).startsWith("HTTP/1.1 413 ");
            assertThat(each.isClosedByOther()).isTrue();
            each.close();
        }
    }

    @Test
    void whoAsksFirstIsToldAtOnce() throws IOException {
        try (RawConnection connection = connect()) {
            connection.send(
                    "POST /shop HTTP/1.1",
                    "Host: x",
                    "Content-Type: text/xml",
                    "Content-Length: 1000000",
                    "Expect: 100-continue",
                    "",
                    "");
            assertThat(connection.message()).startsWith("HTTP/1.1 413 ");
            assertThat(connection.isClosedByOther()).isTrue();
        }
    }

    @Test
    void whatBecomesLargeIsNotUnpacked() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(packed)) {
            byte[] part = new byte[1 << 20];
            for (int i = 0; i < 50; i++) {
                packing.write(part);
            }
        }
        assertThat(packed.size()).isLessThan(BYTES_MAX);
        try (RawConnection connection = connect()) {
            connection.send(
                    "POST /shop HTTP/1.1",
                    "Host: x",
                    "Content-Type: text/xml",
                    "Content-Encoding: gzip",
                    "Content-Length: " + packed.size(),
                    "",
                    packed.toString(StandardCharsets.ISO_8859_1));
            assertThat(connection.message()).startsWith("HTTP/1.1 413 ");
        }
    }

    // ---- references of nobody

    @ParameterizedTest
    @CsvSource({
        "registration, Register, CannotRegisterParticipant",
        "completion, Commit, UnknownTransaction",
        "completion, Rollback, UnknownTransaction",
        "participant, Prepare, UnknownTransaction",
        "participant, Commit, UnknownTransaction",
        "participant, Rollback, UnknownTransaction",
    })
    void aReferenceOfNobodyIsUnknown(String path, String message, String code) throws Exception {
        Reference genuine = begin();
        String digits = genuine.parameter();
        for (String each : new String[] {
            "",
            "x",
            "0".repeat(digits.length()),
            digits.replaceFirst(".{32}$", "f".repeat(32)),
            digits + digits,
            digits.substring(1),
            "9".repeat(20_000)
        }) {
            Reply reply = send(path, message, new Reference(base() + path, each).header());
            assertThat(reply.faultCode()).as("%s with '%.40s'", message, each).isEqualTo(code);
        }
        Reply without = send(path, message, "");
        assertThat(without.faultCode()).isEqualTo(code);
        commit();
        stranger.awaitHeard("init:Committed");
    }

    private String base() {
        return "http://127.0.0.1:" + port() + "/ws-at/";
    }

    private Reply send(String path, String message, String header) throws Exception {
        String body = message.equals("Register")
                ? "<wscoor:Register><wscoor:ProtocolIdentifier>" + Stranger.WSAT
                        + "/Durable2PC</wscoor:ProtocolIdentifier><wscoor:ParticipantProtocolService><wsa:Address>"
                        + stranger.place("participant")
                        + "</wsa:Address></wscoor:ParticipantProtocolService></wscoor:Register>"
                : "<wsat:" + message + "/>";
        return stranger.post(base() + path, message, Stranger.replyTo(ANONYMOUS) + header, body);
    }

    @Test
    void theReferenceOfOneServiceOpensNoOther() throws Exception {
        Reference registration = begin();
        stranger.join(registration, "Durable2PC", "D0", COMMITS);
        assertThat(send("completion", "Rollback", registration.header()).faultCode())
                .isEqualTo("UnknownTransaction");
        assertThat(send("completion", "Rollback", stranger.coordinator("D0").header())
                        .faultCode())
                .isEqualTo("UnknownTransaction");
        assertThat(send("participant", "Rollback", registration.header()).faultCode())
                .isEqualTo("UnknownTransaction");
        commit();
        stranger.awaitHeard("init:Committed");
    }

    // ---- addresses that lead elsewhere

    @ParameterizedTest
    @ValueSource(strings = {"ReplyTo", "FaultTo", "From"})
    void noAnswerIsSentWhereNobodyMayBeCalled(String header) throws Exception {
        String place = "<wsa:" + header + "><wsa:Address>" + victim.place("x") + "</wsa:Address></wsa:" + header + ">";
        String replyTo = header.equals("ReplyTo") ? "" : Stranger.replyTo(NONE);
        stranger.post(
                transport.activation(),
                "CreateCoordinationContext",
                replyTo + place,
                "<wscoor:CreateCoordinationContext><wscoor:CoordinationType>" + Stranger.WSAT
                        + "</wscoor:CoordinationType></wscoor:CreateCoordinationContext>");
        stranger.post(transport.activation(), "CreateCoordinationContext", replyTo + place, "<wscoor:Nonsense/>");
        stranger.post(base() + "coordinator", "Prepared", replyTo + place, "<wsat:Prepared/>");
        stranger.post(base() + "participant", "Prepare", replyTo + place, "<wsat:Prepare/>");
    }

    @ParameterizedTest
    @CsvSource({"Durable2PC", "Volatile2PC", "Completion"})
    void nobodyRegistersAnotherAddressThanItMay(String protocol) throws Exception {
        Reference registration = stranger.begin(transport.activation());
        Reply refused = stranger.register(registration, Stranger.WSAT + "/" + protocol, victim.place("x"), "");
        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.faultCode()).isEqualTo("InvalidParameters");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "ftp://127.0.0.1/x",
                "http://me@127.0.0.1:1/",
                "jar:http://x!/",
                "http://[::1"
            })
    void whatIsNoPlaceIsNotRegistered(String address) throws Exception {
        Reference registration = stranger.begin(transport.activation());
        Reply refused = stranger.register(registration, Stranger.WSAT + "/Durable2PC", address, "");
        assertThat(refused.faultCode()).isEqualTo("InvalidParameters");
    }

    @Test
    void nobodyIsMadeASubordinateOfAPlaceThatItMayNotCall() throws Exception {
        String context = "<wscoor:Identifier>urn:t:1</wscoor:Identifier><wscoor:CoordinationType>" + Stranger.WSAT
                + "</wscoor:CoordinationType><wscoor:RegistrationService><wsa:Address>" + victim.place("register")
                + "</wsa:Address></wscoor:RegistrationService>";
        Reply created = stranger.create(
                transport.activation(), "<wscoor:CurrentContext>" + context + "</wscoor:CurrentContext>");
        assertThat(created.status()).isEqualTo(500);
        String call = Samples.envelope(
                "<wscoor:CoordinationContext soap:mustUnderstand='1'>" + context + "</wscoor:CoordinationContext>",
                "<m:echo xmlns:m='http://soap.transport.assent.dev/'><arg0>x</arg0></m:echo>");
        Reply called = stranger.send("http://127.0.0.1:" + port() + "/shop", "text/xml", "", call);
        assertThat(called.status()).isEqualTo(500);
    }

    @Test
    void whoNeverReadsItsAnswersStopsNobodyElse() throws Exception {
        try (RawConnection greedy = connect()) {
            for (int i = 0; i < 2_000; i++) {
                try {
                    greedy.send("GET /shop?wsdl HTTP/1.1", "Host: x", "", "");
                } catch (IOException closed) {
                    break;
                }
                if (i % 500 == 0) {
                    assertThat(stranger.begin(transport.activation()).address()).isNotEmpty();
                }
            }
        }
    }
}
