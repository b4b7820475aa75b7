package dev.assent.transport.soap.messaging;

import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.http.Entity;
import dev.assent.transport.soap.http.Receiver.Answer;

/** What HTTP says of messages (SOAP 1.1, section 6; RFC 3902). Pure functions. */
public final class Entities {
    /** The type that HTTP says is none of a message, or of another version of SOAP than it has. */
    public static final Answer WRONG_TYPE = new Answer(415, null);

    private Entities() {}

    /** A message whose action HTTP does not say. */
    public static Entity of(SoapVersion version, byte[] bytes) {
        return new Entity(type(version), bytes);
    }

    private static String type(SoapVersion version) {
        return version.mediaType() + "; charset=utf-8";
    }

    /** A message of an action, which SOAP 1.1 says by a header of its own. */
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
