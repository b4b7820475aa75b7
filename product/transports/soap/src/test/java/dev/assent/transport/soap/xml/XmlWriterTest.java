package dev.assent.transport.soap.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Fast
class XmlWriterTest {
    private final XmlReader reader = new XmlReader(XmlLimits.DEFAULT);
    private final XmlWriter writer = new XmlWriter();

    private String text(Element root) {
        return new String(writer.write(root), StandardCharsets.UTF_8).replaceFirst("^<\\?.*?\\?>", "");
    }

    @Test
    void aNamespaceIsDeclaredOnceWhereItIsNeededFirst() {
        QName outer = new QName("urn:a", "r", "a");
        QName inner = new QName("urn:a", "s", "other");
        assertThat(text(Element.of(outer, Element.of(inner), Element.of(new QName("t")))))
                .isEqualTo("<a:r xmlns:a=\"urn:a\"><other:s xmlns:other=\"urn:a\"/><t/></a:r>");
    }

    /** Each is read, written and read again, and must be the same. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<r xmlns='urn:d'><s xmlns=''/><t/></r>",
                "<p:r xmlns:p='urn:1'><p:s xmlns:p='urn:2' p:a='1'/></p:r>",
                "<p:r xmlns:p='urn:1' xmlns:q='urn:2' q:a='1' a='2'/>",
                "<p:r xmlns:p='urn:1'><s xmlns:p='urn:2'>p:x</s><t>p:x</t></p:r>",
                "<p:r xmlns:p='urn:1' xmlns:q='urn:2'>q:x<q:s a='p:y'/></p:r>",
                "<r xmlns='urn:d' xmlns:d='urn:d' d:a='1'/>",
                "<n:r xmlns:n='urn:n'><s xmlns='urn:d' xmlns:x='urn:d' x:a='n:v'/></n:r>",
                "<r xml:lang='en'>a&lt;b&amp;c]]&gt;d&#13;e&#9;f\n</r>",
                "<r a='x&#10;y&#13;z&#9;&quot;&apos;&lt;'/>",
                "<r>\u00e4\ud83d\ude00</r>",
                "<n:r xmlns:n='urn:1'><a n1:b='1' xmlns:n1='urn:2' xmlns:n='urn:3' n:c='n1:v'/></n:r>"
            })
    void whatIsWrittenIsReadAsTheSame(String text) throws XmlException {
        Element root = reader.read(text.getBytes(StandardCharsets.UTF_8), null);
        assertThat(reader.read(writer.write(root), null)).isEqualTo(root);
    }

    @Test
    void aNameAsTextBringsWhatItsPrefixMeans() throws XmlException {
        QName value = new QName("urn:v", "local", "v");
        Element root = Element.of(new QName("urn:v", "r", "w"), Element.ofName(new QName("s"), value));
        Element again = reader.read(writer.write(root), null);
        assertThat(again.get(new QName("s")).textAsName()).isEqualTo(value);
    }

    @Test
    void whatXmlCannotSayIsRefused() {
        assertThatThrownBy(() -> writer.write(Element.ofText(new QName("r"), "a\0b")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("can't be written");
    }
}
