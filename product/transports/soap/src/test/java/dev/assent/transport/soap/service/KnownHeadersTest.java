package dev.assent.transport.soap.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.http.MediaType;
import dev.assent.transport.soap.xml.Element;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Header that is known by its bytes means what it means when it is read. */
@Fast
class KnownHeadersTest {
    private static final String BEFORE = "<?xml version='1.0' encoding='UTF-8'?>"
            + "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">";
    private static final String BODY = "<soap:Body><m:put xmlns:m='urn:m'>1</m:put></soap:Body></soap:Envelope>";
    private static final MediaType TYPE = MediaType.of("text/xml; charset=utf-8");

    private final CallCodec codec = new CallCodec(64 << 10, "soap-message-bytes-max");

    private Envelope read(String text, Charset charset, MediaType type) throws FaultException {
        return codec.read(text.getBytes(charset), type);
    }

    private Envelope read(String text) throws FaultException {
        return read(text, StandardCharsets.UTF_8, TYPE);
    }

    private static String header(String blocks) {
        return "<soap:Header>" + blocks + "</soap:Header>";
    }

    private void saysTheSameAsWhole(String header) throws FaultException {
        String text = BEFORE + header + BODY;
        Envelope whole = codec.readWhole(text.getBytes(StandardCharsets.UTF_8), TYPE);
        assertThat(whole.headers()).isNotEmpty();
        assertThat(read(text)).isEqualTo(whole);
        assertThat(read(text)).isEqualTo(whole);
    }

    @Test
    void theBlocksAreThoseThatWereReadBefore() throws FaultException {
        String header = header("<b:b xmlns:b='urn:b' soap:mustUnderstand='1'>soap:c \u00e4</b:b><c xmlns='urn:c'/>");
        saysTheSameAsWhole(header);
        List<Element> first = read(BEFORE + header + BODY).headers();
        Envelope other = read(BEFORE + header + BODY.replace(">1<", ">2<"));
        assertThat(other.headers()).as("else it was read again").isSameAs(first);
        assertThat(other.body().ownText()).isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!-- </soap:Header><soap:Body/> --><b/>",
                "<b><![CDATA[</soap:Header><soap:Body/>]]></b>",
                "<b xmlns:soap='urn:other'><soap:Header></soap:Header><soap:Body></soap:Body></b>",
                "<b x='&lt;/soap:Header&gt;&lt;soap:Body/&gt;'/>",
                "<b xmlns:soap='urn:other'><soap:Body>in it</soap:Body></b>"
            })
    void whatOnlyLooksLikeItsEndIsNot(String blocks) throws FaultException {
        saysTheSameAsWhole(header(blocks));
    }

    /** Each is as long as it may be, and says most in as many bytes. */
    @ParameterizedTest
    @ValueSource(strings = {"<b>%s</b>", "<b a='%s'/>"})
    void whatTakesMuchRoomIsNotKept(String block) throws FaultException {
        String letters = "abcdefghijklmno";
        String prefixes = letters.chars().mapToObj(each -> (char) each + ":").collect(Collectors.joining(" "));
        String declared = letters.chars()
                .mapToObj(each -> " xmlns:" + (char) each + "='u'")
                .collect(Collectors.joining());
        String header =
                header("<b" + declared + ">" + String.format(block, prefixes).repeat(10) + "</b>");
        assertThat(header.length()).isLessThan(HeaderBytes.BYTES_MAX);
        saysTheSameAsWhole(header);
        String text = BEFORE + header + BODY;
        assertThat(read(text).headers()).isNotSameAs(read(text).headers());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<soap:Header></soap:Header ><soap:Header><b/></soap:Header>",
                "<soap:Header><b/></soap:Header\n>",
                "<soap:Header><b/></soap:Header ><!-- </soap:Header><soap:Body/> -->",
                "<soap:Header></soap:Header ><a><b xmlns:soap='u'><soap:Header></soap:Header><soap:Body/></b></a>"
            })
    void onesThatEndByOtherBytesSayWhatTheySayWhole(String header) {
        byte[] text = (BEFORE + header + BODY).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 2; i++) {
            assertThat(outcome(() -> codec.read(text, TYPE))).isEqualTo(outcome(() -> codec.readWhole(text, TYPE)));
        }
    }

    private static Object outcome(Callable<Envelope> reading) {
        try {
            return reading.call();
        } catch (FaultException refused) {
            return refused.fault();
        } catch (Exception bug) {
            throw new AssertionError(bug);
        }
    }

    @Test
    void aMessageHasNotMoreElementsThanAllowedForWhatIsKnown() throws FaultException {
        int most = (64 << 10) / "<item>1</item>".length();
        String header = header("<b/><b/><b/>");
        assertThat(read(BEFORE + header + BODY).headers()).hasSize(3);
        String body = BODY.replace(">1<", ">" + "<a/>".repeat(most - 5) + "<");
        byte[] text = (BEFORE + header + body).getBytes(StandardCharsets.UTF_8);
        assertThat(outcome(() -> codec.read(text, TYPE)))
                .isInstanceOf(SoapFault.class)
                .isEqualTo(outcome(() -> codec.readWhole(text, TYPE)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<soap:Body/><soap:Header><b/></soap:Header></soap:Envelope>",
                "<soap:Body/><soap:Body/></soap:Envelope>",
                "<soap:Body><a></soap:Body></soap:Envelope>",
                "<soap:BodyOfWork/></soap:Envelope>",
                "<soap:Body/></soap:Envelope><more/>",
                "<soap:Body/>"
            })
    void whatIsWrongBehindOneIsToldOfTheWhole(String behind) throws FaultException {
        String header = header("<b/>");
        assertThat(read(BEFORE + header + BODY).headers()).hasSize(1);
        byte[] wrong = (BEFORE + header + behind).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> codec.read(wrong, TYPE)).isInstanceOfSatisfying(FaultException.class, refused -> {
            assertThatThrownBy(() -> codec.readWhole(wrong, TYPE))
                    .isInstanceOfSatisfying(
                            FaultException.class,
                            whole -> assertThat(refused.fault()).isEqualTo(whole.fault()));
        });
    }

    @Test
    void theSameBytesInAnotherEncodingAreReadByIt() throws FaultException {
        String header = header("<b>\u00e4</b>");
        String text = BEFORE + header + BODY;
        assertThat(read(text).headers().get(0).ownText()).isEqualTo("\u00e4");
        assertThatThrownBy(() -> read(text, StandardCharsets.UTF_8, MediaType.of("text/xml; charset=us-ascii")))
                .isInstanceOf(FaultException.class);
    }

    @Test
    void aMessageIsNotLargerThanAllowedForWhatIsKnown() throws FaultException {
        String header = header("<b/>");
        assertThat(read(BEFORE + header + BODY).headers()).hasSize(1);
        String large = "x".repeat((64 << 10) - BEFORE.length() - BODY.length());
        assertThatThrownBy(() -> read(BEFORE + header + BODY.replace(">1<", ">" + large + "<")))
                .isInstanceOf(FaultException.class);
    }
}
