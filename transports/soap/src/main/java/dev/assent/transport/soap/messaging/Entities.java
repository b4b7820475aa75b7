package dev.assent.transport.soap.messaging;

import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.http.Entity;

/** What HTTP says of messages (SOAP 1.1, section 6; RFC 3902). */
final class Entities {
    private Entities() {}

    static Entity of(SoapVersion version, String action, byte[] bytes) {
        String type = version.mediaType() + "; charset=utf-8";
        return new Entity(version == SoapVersion.V1_1 ? type : type + "; action=\"" + action + '"', bytes);
    }
}
