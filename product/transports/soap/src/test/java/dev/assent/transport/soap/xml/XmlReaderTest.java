package dev.assent.transport.soap.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Fast
class XmlReaderTest {
    private static final XmlLimits LIMITS = new XmlLimits(2_000, 5, 20, 4);

    private static Element read(String text) throws XmlException {
        return new XmlReader(LIMITS).read(text.getBytes(StandardCharsets.UTF_8), null);
    }

    private static void assertRefused(String text, String why) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(XmlException.class).hasMessageContaining(why);
    }

    @Test
    void anElementHasItsNameAttributesAndContent() throws XmlException {
        Element root = read("<a:r xmlns:a='urn:a' x='1' a:y='2'>t<!-- no --><s/>u</a:r>");
        assertThat(root.name()).isEqualTo(new QName("urn:a", "r"));
        assertThat(root.attributes()).isEqualTo(Map.of(new QName("x"), "1", new QName("urn:a", "y"), "2"));
        assertThat(root.content())
                .isEqualTo(List.of(new Node.Text("t"), Element.of(new QName("s")), new Node.Text("u")));
    }

    @Test
    void textsOnBothSidesOfACommentAreOne() throws XmlException {
        assertThat(read("<r>a<!-- -->b<![CDATA[<c>]]>&amp;</r>").content()).isEqualTo(List.of(new Node.Text("ab<c>&")));
    }

    @Test
    void namesInTextsAndAttributesKeepWhatTheirPrefixesMean() throws XmlException {
        Element root = read("<r xmlns:p='urn:p' xmlns:q='urn:q' xmlns:z='urn:z'><s t='q:l'> p:local </s></r>");
        Element inner = root.get(new QName("s"));
        assertThat(inner.bindings()).isEqualTo(Map.of("p", "urn:p", "q", "urn:q"));
        assertThat(inner.textAsName()).isEqualTo(new QName("urn:p", "local"));
    }

    @Test
    void aPrefixIsWhatStandsBeforeAColonAsFarAsItIsAName() throws XmlException {
        String all = "xmlns:p='urn:p' xmlns:q='urn:q' xmlns:\u00fc-1='urn:u' xmlns:\ud835\udc00='urn:plane'";
        assertThat(read("<r " + all + ">p:x(-1q:y,\u00fc-1:z \ud835\udc00::p</r>")
                        .bindings())
                .isEqualTo(Map.of("p", "urn:p", "q", "urn:q", "\u00fc-1", "urn:u", "\ud835\udc00", "urn:plane"));
        assertThat(read("<r " + all + ">x:p 1:: q</r>").bindings()).isEmpty();
        assertThat(read("<r xmlns:p='urn:p'><s xmlns:p='urn:other'>p:x</s>p:y</r>")
                        .bindings())
                .as("what is declared inside is over outside")
                .isEqualTo(Map.of("p", "urn:p"));
    }

    /** Each takes seconds when every character before a colon is looked at again for each one after it. */
    @ParameterizedTest
    @ValueSource(strings = {"sha256:%s", "%s:", ": %s", "%s", "<s t='x:%s'/>"})
    void aLongTextIsReadInOnePass(String text) throws XmlException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long sinceNanos = threads.getCurrentThreadCpuTime(); // which other processes do not lengthen
        XmlReader reader = new XmlReader(new XmlLimits(4 << 20, 5, 20, 4));
        for (String part : List.of("ab12", "a:", ":", "a.", "-a", "1")) {
            String filled = String.format(text, part.repeat((1 << 18) / part.length()));
            reader.read(("<r xmlns:a='urn:a'>" + filled + "</r>").getBytes(StandardCharsets.UTF_8), null);
            assertThat(threads.getCurrentThreadCpuTime() - sinceNanos)
                    .as("ns of a processor")
                    .isLessThan(TimeUnit.SECONDS.toNanos(10));
        }
    }

    @Test
    void whatHasNoAttributesSharesOneMap() throws XmlException {
        Element root = read("<r><s/><s>text</s></r>");
        for (Element each : root.children()) {
            assertThat(each.attributes()).isSameAs(Map.of());
            assertThat(each.bindings()).isSameAs(Map.of());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<r>p:local</r>", "<r xmlns:p='urn:p'>p:a:b</r>", "<r xmlns:p='urn:p'>p:</r>", "<r/>"})
    void aNameWithoutAMeaningIsRefused(String text) {
        assertThatThrownBy(() -> read(text).textAsName()).isInstanceOf(XmlException.class);
    }

    @Test
    void aDocumentTypeIsRefusedWhateverItSays() {
        assertRefused("<!DOCTYPE r><r/>", "document type");
        assertRefused("<!DOCTYPE r SYSTEM 'http://127.0.0.1:9/x.dtd'><r/>", "document type");
        assertRefused("<!DOCTYPE r [<!ENTITY a 'b'><!ENTITY c '&a;&a;'>]><r>&c;</r>", "document type");
        assertRefused("<!DOCTYPE r [<!ENTITY f SYSTEM 'file:///etc/passwd'>]><r>&f;</r>", "document type");
    }

    @Test
    void anEntityThatNobodyHasDefinedIsRefused() {
        assertRefused("<r>&bomb;</r>", "bomb");
        assertRefused("<r a='&bomb;'/>", "bomb");
    }

    @Test
    void aProcessingInstructionIsRefused() {
        assertRefused("<?go?><r/>", "processing instruction");
        assertRefused("<r><?go?></r>", "processing instruction");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text", "<r>", "<r></s>", "<r/><s/>", "<r", "<p:r/>", "<r a='1' a='2'/>", "<r>\0</r>"})
    void whatIsNoDocumentIsRefused(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(XmlException.class);
    }

    @Test
    void asMuchAsIsAllowedIsReadAndNotMore() throws XmlException {
        assertThat(read("<a><a><a><a><a/></a></a></a></a>").children()).hasSize(1);
        assertRefused("<a><a><a><a><a><a/></a></a></a></a></a>", "Depth");
        assertThat(read("<r>" + "<s/>".repeat(19) + "</r>").children()).hasSize(19);
        assertRefused("<r>" + "<s/>".repeat(20) + "</r>", "Count");
        assertThat(read("<r a='' b='' c='' d=''/>").attributes()).hasSize(4);
        assertRefused("<r a='' b='' c='' d='' e=''/>", "ttribute");
        String frame = "<r></r>";
        assertThat(read(frame.replace("><", ">" + "x".repeat(2_000 - frame.length()) + "<"))
                        .content())
                .hasSize(1);
        assertRefused(frame.replace("><", ">" + "x".repeat(2_001 - frame.length()) + "<"), "2001 bytes");
    }

    @Test
    void manyNamespacesAreRefused() {
        StringBuilder text = new StringBuilder("<r");
        for (int i = 0; i < 60; i++) {
            text.append(" xmlns:p").append(i).append("='u'");
        }
        assertRefused(text + "/>", "ttribute");
    }

    @Test
    void theEncodingIsOneThatEverybodyReads() throws XmlException {
        XmlReader reader = new XmlReader(LIMITS);
        Element root = Element.ofText(new QName("r"), "\u00e4\u20ac\ud83d\ude00");
        String text = "<r>\u00e4\u20ac\ud83d\ude00</r>";
        assertThat(reader.read(text.getBytes(StandardCharsets.UTF_8), null)).isEqualTo(root);
        assertThat(reader.read(text.getBytes(StandardCharsets.UTF_8), "utf-8")).isEqualTo(root);
        assertThat(reader.read(text.getBytes(StandardCharsets.UTF_16), null)).isEqualTo(root);
        assertThat(reader.read(text.getBytes(StandardCharsets.UTF_16LE), "UTF-16LE"))
                .isEqualTo(root);
        byte[] others = "<?xml version='1.0' encoding='Cp1047'?><r/>".getBytes(Charset.forName("Cp1047"));
        assertThatThrownBy(() -> reader.read(others, null)).isInstanceOf(XmlException.class);
        assertThatThrownBy(() -> reader.read(others, "Cp1047")).hasMessageContaining("Cp1047");
        assertRefused("<?xml version='1.0' encoding='ISO-8859-1'?><r/>", "ISO-8859-1");
        assertRefused("<?xml version='1.1'?><r/>", "1.1");
    }

    @Test
    void oneElementOfANameIsTheOneOrARefusal() throws XmlException {
        Element root = read("<r><s>1</s><t/><t/></r>");
        assertThat(root.get(new QName("s")).text()).isEqualTo("1");
        assertThat(root.find(new QName("u"))).isNull();
        assertThatThrownBy(() -> root.get(new QName("u"))).hasMessageContaining("'u'");
        assertThatThrownBy(() -> root.find(new QName("t"))).hasMessageContaining("2 elements");
        assertThatThrownBy(root::text).hasMessageContaining("only text");
    }
}
