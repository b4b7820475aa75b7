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
 * The faults of WS-Coordination 1.2 (section 4) and WS-AtomicTransaction 1.2 (section 5). Peers are told apart by the code
 * alone: some send these by an action of their own.
 */
public enum ProtocolFault {
    /** The message does not fit the state of who has got it. */
    INVALID_STATE(WsCoordination.NAMESPACE, "InvalidState"),
    /** The protocol is none that the coordinator knows. */
    INVALID_PROTOCOL(WsCoordination.NAMESPACE, "InvalidProtocol"),
    /** A part of the message is missing, or wrong. */
    INVALID_PARAMETERS(WsCoordination.NAMESPACE, "InvalidParameters"),
    /** No transaction can be begun. */
    CANNOT_CREATE_CONTEXT(WsCoordination.NAMESPACE, "CannotCreateContext"),
    /** Who wants to register can't. */
    CANNOT_REGISTER_PARTICIPANT(WsCoordination.NAMESPACE, "CannotRegisterParticipant"),
    /** A participant has lost its word: what it did is not what it was told. */
    INCONSISTENT_INTERNAL_STATE(Notification.NAMESPACE, "InconsistentInternalState"),
    /** Nobody knows the transaction. */
    UNKNOWN_TRANSACTION(Notification.NAMESPACE, "UnknownTransaction");

    /** The standards whose faults are of them alone, before anything is done. */
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

    /** The action by which a fault goes: that of the standard that defines it. */
    public static String action(SoapFault fault) {
        QName subcode = fault.subcode();
        boolean isOfAddressing = subcode != null && subcode.getNamespaceURI().equals(WsAddressing.NAMESPACE);
        return of(subcode)
                .map(each -> each.subcode.getNamespaceURI() + "/fault")
                .orElse(isOfAddressing ? WsAddressing.ACTION_FAULT : WsAddressing.ACTION_SOAP_FAULT);
    }

    /**
     * Whether a fault says that its message was not taken, so that nothing was done for it: one of the sender, or of a
     * standard that is heard before an application. Of any other nobody knows.
     *
     * @param subcode as {@link SoapFault} has it
     */
    public static boolean isRefusal(SoapFault.Code code, @Nullable QName subcode) {
        boolean isHeardFirst = subcode != null && HEARD_FIRST.contains(subcode.getNamespaceURI());
        return code != SoapFault.Code.RECEIVER || isHeardFirst;
    }

    /**
     * Whether the same message is refused by this fault however often it comes. Others may pass: those of a receiver that
     * say no more, and those of WS-Addressing by which nobody is there, or has time.
     */
    public static boolean isLasting(SoapFault fault) {
        QName subcode = fault.subcode();
        return isRefusal(fault.code(), subcode)
                && !AddressingFault.ENDPOINT_UNAVAILABLE.subcode().equals(subcode)
                && !AddressingFault.DESTINATION_UNREACHABLE.subcode().equals(subcode);
    }

    /** Its code. */
    public QName subcode() {
        return subcode;
    }

    /** The fault, with a reason for people. */
    public SoapFault with(String reason) {
        return new SoapFault(SoapFault.Code.SENDER, subcode, reason, null);
    }

    /** A refusal by this fault. */
    public FaultException refusal(SoapVersion version, String reason) {
        return new FaultException(version, with(reason));
    }
}
