package dev.assent.transport.soap.addressing;

import javax.xml.namespace.QName;

/** The names of WS-Addressing 1.0 (W3C: Core, SOAP Binding, Metadata). */
public final class WsAddressing {
    /** The namespace of its elements. */
    public static final String NAMESPACE = "http://www.w3.org/2005/08/addressing";
    /** The address for an answer on the connection (Core, section 2.1). */
    public static final String ANONYMOUS = NAMESPACE + "/anonymous";
    /** The address whose messages are dropped (Core, section 2.1). */
    public static final String NONE = NAMESPACE + "/none";
    /** The identity that an answer relates to if the message has none (SOAP Binding, section 6). */
    public static final String UNSPECIFIED = NAMESPACE + "/unspecified";
    /** The action of faults that WS-Addressing defines (SOAP Binding, section 6). */
    public static final String ACTION_FAULT = NAMESPACE + "/fault";
    /** The action of faults that SOAP itself defines (SOAP Binding, section 6). */
    public static final String ACTION_SOAP_FAULT = NAMESPACE + "/soap/fault";

    static final String PREFIX = "wsa";
    static final QName TO = name("To");
    static final QName ACTION = name("Action");
    static final QName MESSAGE_ID = name("MessageID");
    static final QName RELATES_TO = name("RelatesTo");
    static final QName REPLY_TO = name("ReplyTo");
    static final QName FAULT_TO = name("FaultTo");
    static final QName FROM = name("From");
    static final QName ADDRESS = name("Address");
    static final QName REFERENCE_PARAMETERS = name("ReferenceParameters");
    static final QName IS_REFERENCE_PARAMETER = name("IsReferenceParameter");

    private WsAddressing() {}

    /** One of its names. */
    public static QName name(String local) {
        return new QName(NAMESPACE, local, PREFIX);
    }
}
