package dev.assent.transport.soap.messaging;

import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.http.Entity;
import dev.assent.transport.soap.http.Receiver.Answer;

/** Messages as bodies of HTTP (SOAP 1.1, section 6; RFC 3902). Pure functions. */
public final class Entities {
    /** The answer if the media type is not one of SOAP, or not that of the message's version. */
    public static final Answer WRONG_TYPE = new Answer(415, null);

    private Entities() {}

    /** A message whose action is not in the HTTP headers. */
    public static Entity of(SoapVersion version, byte[] bytes) {
        return new Entity(type(version), bytes);
    }

    private static String type(SoapVersion version) {
        return version.mediaType() + "; charset=utf-8";
    }

    /** A message with its action, which has a header of its own in SOAP 1.1. */
    static Entity of(SoapVersion version, String action, byte[] bytes) {
        return version == SoapVersion.V1_1
                ? of(version, bytes)
                : new Entity(type(version) + "; action=\"" + action + '"', bytes);
    }

    /** A fault on the connection: SOAP 1.1, section 6.2; SOAP 1.2 Adjuncts, section 7.5.2.2. */
    public static Answer ofFault(SoapVersion version, SoapFault fault, Entity message) {
        boolean isSenders = version == SoapVersion.V1_2 && fault.code() == SoapFault.Code.SENDER;
        return new Answer(isSenders ? 400 : 500, message);
    }
}
