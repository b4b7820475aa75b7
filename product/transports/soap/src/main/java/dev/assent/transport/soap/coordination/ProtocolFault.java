package dev.assent.transport.soap.coordination;

import dev.assent.transport.soap.addressing.AddressingFault;
import dev.assent.transport.soap.addressing.WsAddressing;
import dev.assent.transport.soap.envelope.FaultException;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The faults of WS-Coordination 1.2 (section 4) and WS-AtomicTransaction 1.2 (section 5). Only the code identifies a
 * fault, since some peers send faults with an action of their own.
 */
public enum ProtocolFault {
    /** The message does not fit the state of its receiver. */
    INVALID_STATE(WsCoordination.NAMESPACE, "InvalidState"),
    /** The coordinator does not know the protocol. */
    INVALID_PROTOCOL(WsCoordination.NAMESPACE, "InvalidProtocol"),
    /** A part of the message is missing, or wrong. */
    INVALID_PARAMETERS(WsCoordination.NAMESPACE, "InvalidParameters"),
    /** The coordinator can't begin a transaction. */
    CANNOT_CREATE_CONTEXT(WsCoordination.NAMESPACE, "CannotCreateContext"),
    /** The coordinator can't register the participant. */
    CANNOT_REGISTER_PARTICIPANT(WsCoordination.NAMESPACE, "CannotRegisterParticipant"),
    /** The participant can't keep its vote: it did not act as decided. */
    INCONSISTENT_INTERNAL_STATE(Notification.NAMESPACE, "InconsistentInternalState"),
    /** The receiver does not know the transaction. */
    UNKNOWN_TRANSACTION(Notification.NAMESPACE, "UnknownTransaction");

    /** The standards whose faults come before an application does anything. */
    private static final Set<String> HEARD_FIRST =
            Set.of(WsAddressing.NAMESPACE, WsCoordination.NAMESPACE, Notification.NAMESPACE);

    @SuppressWarnings("ImmutableEnumChecker") // a QName does not change
    private final QName subcode;

    ProtocolFault(String namespace, String local) {
        this.subcode = new QName(namespace, local, namespace.equals(Notification.NAMESPACE) ? "wsat" : "wscoor");
    }

    /** The fault with this code. */
    public static Optional<ProtocolFault> of(@Nullable QName subcode) {
        return Arrays.stream(values())
                .filter(each -> each.subcode.equals(subcode))
                .findFirst();
    }

    /** The action of a fault's message, from the standard that defines the fault. */
    public static String action(SoapFault fault) {
        QName subcode = fault.subcode();
        boolean isOfAddressing = subcode != null && subcode.getNamespaceURI().equals(WsAddressing.NAMESPACE);
        return of(subcode)
                .map(each -> each.subcode.getNamespaceURI() + "/fault")
                .orElse(isOfAddressing ? WsAddressing.ACTION_FAULT : WsAddressing.ACTION_SOAP_FAULT);
    }

    /**
     * Whether a fault means that its message was not accepted, so that nothing was done for it: it blames the sender,
     * or comes from a standard that is checked before the application runs. After any other fault nobody knows.
     *
     * @param subcode as in {@link SoapFault}
     */
    public static boolean isRefusal(SoapFault.Code code, @Nullable QName subcode) {
        boolean isHeardFirst = subcode != null && HEARD_FIRST.contains(subcode.getNamespaceURI());
        return code != SoapFault.Code.RECEIVER || isHeardFirst;
    }

    /**
     * Whether the same message would get this fault each time. Other faults may pass: those that only blame the
     * receiver, and those of WS-Addressing for an endpoint that is missing or busy.
     */
    public static boolean isLasting(SoapFault fault) {
        QName subcode = fault.subcode();
        return isRefusal(fault.code(), subcode)
                && !AddressingFault.ENDPOINT_UNAVAILABLE.subcode().equals(subcode)
                && !AddressingFault.DESTINATION_UNREACHABLE.subcode().equals(subcode);
    }

    /** The code of the fault. */
    public QName subcode() {
        return subcode;
    }

    /** The fault with a reason for display. */
    public SoapFault with(String reason) {
        return new SoapFault(SoapFault.Code.SENDER, subcode, reason, null);
    }

    /** A refusal by this fault. */
    public FaultException refusal(SoapVersion version, String reason) {
        return new FaultException(version, with(reason));
    }
}
