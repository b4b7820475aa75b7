package dev.assent.transport.soap.addressing;

import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import javax.xml.namespace.QName;

/** The faults that WS-Addressing 1.0 defines (SOAP Binding, section 6.4). */
public enum AddressingFault {
    /** A header is wrong or repeated. */
    INVALID_ADDRESSING_HEADER("InvalidAddressingHeader", SoapFault.Code.SENDER),
    /** A header is missing. */
    MESSAGE_ADDRESSING_HEADER_REQUIRED("MessageAddressingHeaderRequired", SoapFault.Code.SENDER),
    /** The address of the message has no endpoint. */
    DESTINATION_UNREACHABLE("DestinationUnreachable", SoapFault.Code.SENDER),
    /** The endpoint does not accept this action. */
    ACTION_NOT_SUPPORTED("ActionNotSupported", SoapFault.Code.SENDER),
    /** The answer can only go on the connection. */
    ONLY_ANONYMOUS("OnlyAnonymousAddressSupported", SoapFault.Code.SENDER),
    /** The endpoint can't take the message now. */
    ENDPOINT_UNAVAILABLE("EndpointUnavailable", SoapFault.Code.RECEIVER);

    private final String local;
    private final SoapFault.Code code;

    AddressingFault(String local, SoapFault.Code code) {
        this.local = local;
        this.code = code;
    }

    /** The code of the fault. */
    public QName subcode() {
        return WsAddressing.name(local);
    }

    /** The fault with a reason for display. */
    public SoapFault with(String reason) {
        return new SoapFault(code, subcode(), reason, null);
    }

    /** A refusal by this fault. */
    public FaultException refusal(SoapVersion version, String reason) {
        return new FaultException(version, with(reason));
    }
}
