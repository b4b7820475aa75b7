package dev.assent.transport.soap.service;

import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.envelope.Envelope;
import dev.assent.transport.soap.xml.Element;
import java.util.List;
import javax.xml.namespace.QName;

/** The effect on the caller's transaction in a reply to a caller of Assent. Pure functions. */
final class EffectHeader {
    private static final QName NAME = new QName(EndpointReference.OWN_NAMESPACE, "Effect", "assent");
    private static final QName ROLLBACK_ONLY = new QName("rollbackOnly");

    private EffectHeader() {}

    /** The header blocks of a reply, by whether the transaction can only roll back. */
    static List<Element> write(boolean isRollbackOnly) {
        return isRollbackOnly ? List.of(Element.of(NAME).with(ROLLBACK_ONLY, "true")) : List.of();
    }

    /** Whether the transaction can only roll back. */
    static boolean isRollbackOnly(Envelope reply) {
        return reply.header(NAME)
                .flatMap(each -> each.attribute(ROLLBACK_ONLY))
                .filter("true"::equals)
                .isPresent();
    }
}
