package dev.assent.transport.soap.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Fast
class HeaderBytesTest {
    private static final String BEFORE = "<?xml version='1.0' encoding='UTF-8'?>"
            + "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">";
    private static final Element BLOCK =
            Element.ofText(new QName("urn:b", "b", "b"), "\u00e4").with(SoapVersion.V1_1.name("mustUnderstand"), "1");
    private static final Element BODY = Element.of(new QName("urn:b", "body"));

    private static byte[] written(List<Element> blocks) {
        return new XmlWriter().write(new Envelope(SoapVersion.V1_1, blocks, BODY).write());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void putIntoAnEnvelopeItIsAsIfWrittenWithIt() {
        HeaderBytes header = HeaderBytes.of(List.of(BLOCK));
        assertThat(header.into(written(List.of()))).isEqualTo(written(List.of(BLOCK)));
        assertThat(header.outOf(written(List.of(BLOCK)))).isEqualTo(written(List.of()));
    }

    @Test
    void inAnEnvelopeOfOursItIsFound() {
        HeaderBytes found = HeaderBytes.in(written(List.of(BLOCK)));
        assertThat(found)
                .isEqualTo(HeaderBytes.of(List.of(BLOCK)))
                .hasSameHashCodeAs(HeaderBytes.of(List.of(BLOCK)))
                .isNotEqualTo(HeaderBytes.of(List.of(BODY)));
        assertThat(found.alone()).asString(StandardCharsets.UTF_8).startsWith(BEFORE + "<soap:Header><b:b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<",
                "<soap:Body/></soap:Envelope>",
                "<soap:Header",
                "<soap:Header>",
                "<soap:Header/><soap:Body/></soap:Envelope>",
                "<soap:Header></soap:Header>",
                "<soap:Header></soap:Header> <soap:Body/></soap:Envelope>",
                "<soap:Header></soap:Header><soap:Header></soap:Header><soap:Body/></soap:Envelope>",
                "<s:Header></s:Header><soap:Body/></soap:Envelope>"
            })
    void inAnyOtherItIsNot(String behind) {
        assertThat(HeaderBytes.in(bytes(BEFORE + behind))).isNull();
        assertThat(HeaderBytes.in(bytes(behind))).isNull();
    }

    @Test
    void oneThatIsLongIsNotKeptApart() {
        int around = "<soap:Header></soap:Header>".length();
        String longest = "x".repeat(HeaderBytes.BYTES_MAX - around);
        assertThat(HeaderBytes.in(bytes(BEFORE + "<soap:Header>" + longest + "</soap:Header><soap:Body>")))
                .isNotNull();
        assertThat(HeaderBytes.in(bytes(BEFORE + "<soap:Header>" + longest + "x</soap:Header><soap:Body>")))
                .isNull();
    }
}
