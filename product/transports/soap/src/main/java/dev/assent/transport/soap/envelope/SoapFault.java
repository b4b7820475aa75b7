package dev.assent.transport.soap.envelope;

import dev.assent.core.message.OneLine;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import dev.assent.transport.soap.xml.XmlText;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A fault: the reason why a message failed (SOAP 1.1, section 4.4; SOAP 1.2, section 5.4). SOAP 1.1 has only one code.
 * If another standard defines the fault, it is that standard's code (WS-Coordination 1.2, section 4). Immutable.
 *
 * @param subcode of the standard that defines the fault; null if that is SOAP itself
 * @param reason for display; it may quote a message, so characters that XML does not allow are replaced, and it is cut
 * @param detail null for none
 */
public record SoapFault(
        Code code,
        @Nullable QName subcode,
        String reason,
        @Nullable Element detail) {
    private static final int REASON_CHARS_MAX = 1000;
    private static final QName CODE_V1_1 = new QName("faultcode");
    private static final QName REASON_V1_1 = new QName("faultstring");
    private static final QName DETAIL_V1_1 = new QName("detail");
    private static final QName LANGUAGE = new QName(XMLConstants.XML_NS_URI, "lang", XMLConstants.XML_NS_PREFIX);

    /** Makes the reason fit for a message and for display: some peers put a stack trace into it. */
    public SoapFault {
        reason = XmlText.plain(OneLine.of(reason), REASON_CHARS_MAX).strip();
    }

    /** The kind of fault, by SOAP's codes. */
    public enum Code {
        /** The envelope has another version. */
        VERSION_MISMATCH("VersionMismatch", "VersionMismatch"),
        /** A header block that must be understood is not. */
        MUST_UNDERSTAND("MustUnderstand", "MustUnderstand"),
        /** The message is wrong. */
        SENDER("Client", "Sender"),
        /** The message may be right, but the receiver failed, or can't take it now. */
        RECEIVER("Server", "Receiver");

        private final String inV1;
        private final String inV2;

        Code(String inV1, String inV2) {
            this.inV1 = inV1;
            this.inV2 = inV2;
        }

        private QName name(SoapVersion version) {
            return version.name(version == SoapVersion.V1_1 ? inV1 : inV2);
        }

        /**
         * The code of a name. In SOAP 1.1 the part after a dot refines the code (section 4.4.1). A name that SOAP does
         * not define counts as the receiver's fault, since the receiver may have done something.
         */
        private static Code of(SoapVersion version, QName name) {
            String local = name.getLocalPart();
            int dot = version == SoapVersion.V1_1 ? local.indexOf('.') : -1;
            QName general = new QName(name.getNamespaceURI(), dot < 0 ? local : local.substring(0, dot));
            for (Code each : values()) {
                if (each.name(version).equals(general)) {
                    return each;
                }
            }
            return RECEIVER;
        }
    }

    /** A fault of the sender that no other standard defines. */
    public static SoapFault sender(String reason) {
        return new SoapFault(Code.SENDER, null, reason, null);
    }

    /** Whether a body is a fault. */
    public static boolean isFault(Element body) {
        return SoapVersion.of(body.name().getNamespaceURI())
                .map(version -> body.is(version.name("Fault")))
                .orElse(false);
    }

    // ---- read

    /**
     * Reads a fault.
     *
     * @throws XmlException if it is not a fault of this version
     */
    public static SoapFault read(SoapVersion version, Element fault) throws XmlException {
        return version == SoapVersion.V1_1 ? readFirst(fault) : readSecond(fault);
    }

    private static SoapFault readFirst(Element fault) throws XmlException {
        QName name = fault.get(CODE_V1_1).textAsName();
        Element reason = fault.find(REASON_V1_1);
        boolean isSoaps = name.getNamespaceURI().equals(SoapVersion.V1_1.namespace());
        return new SoapFault(
                Code.of(SoapVersion.V1_1, name),
                isSoaps ? null : name,
                reason == null ? "" : reason.text(),
                detail(fault.find(DETAIL_V1_1)));
    }

    private static SoapFault readSecond(Element fault) throws XmlException {
        SoapVersion version = SoapVersion.V1_2;
        QName value = version.name("Value");
        Element code = fault.get(version.name("Code"));
        Element subcode = code.find(version.name("Subcode"));
        List<Element> reasons = fault.get(version.name("Reason")).children(); // one for each language
        return new SoapFault(
                Code.of(version, code.get(value).textAsName()),
                subcode == null ? null : subcode.get(value).textAsName(),
                reasons.isEmpty() ? "" : reasons.get(0).text(),
                detail(fault.find(version.name("Detail"))));
    }

    private static @Nullable Element detail(@Nullable Element detail) {
        return detail == null || detail.children().isEmpty()
                ? null
                : detail.children().get(0);
    }

    // ---- write

    /** Writes the body of a message. */
    public Element write(SoapVersion version) {
        return version == SoapVersion.V1_1 ? writeFirst() : writeSecond();
    }

    private Element writeFirst() {
        QName name = subcode == null ? code.name(SoapVersion.V1_1) : subcode;
        List<Element> parts = new ArrayList<>(3);
        parts.add(Element.ofName(CODE_V1_1, name));
        parts.add(Element.ofText(REASON_V1_1, reason));
        if (detail != null) {
            parts.add(Element.of(DETAIL_V1_1, detail));
        }
        return Element.of(SoapVersion.V1_1.name("Fault"), parts);
    }

    private Element writeSecond() {
        SoapVersion version = SoapVersion.V1_2;
        QName value = version.name("Value");
        List<Element> codes = new ArrayList<>(2);
        codes.add(Element.ofName(value, code.name(version)));
        if (subcode != null) {
            codes.add(Element.of(version.name("Subcode"), Element.ofName(value, subcode)));
        }
        List<Element> parts = new ArrayList<>(3);
        parts.add(Element.of(version.name("Code"), codes));
        parts.add(Element.of(
                version.name("Reason"),
                Element.ofText(version.name("Text"), reason).with(LANGUAGE, "en")));
        if (detail != null) {
            parts.add(Element.of(version.name("Detail"), detail));
        }
        return Element.of(version.name("Fault"), parts);
    }
}
