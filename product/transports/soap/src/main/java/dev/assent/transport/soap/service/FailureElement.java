package dev.assent.transport.soap.service;

import dev.assent.remote.message.Result;
import dev.assent.remote.service.FarFailure;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.envelope.SoapFault;
import dev.assent.transport.soap.value.Operation;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import dev.assent.transport.soap.xml.XmlText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An exception as a fault. Strangers get its text, and an element for an exception that the method declares (Jakarta
 * XML Web Services 4.0, section 3.7). Callers of Assent get the parts of {@link FarFailure}. Pure functions.
 */
public final class FailureElement {
    private static final int TEXT_CHARS_MAX = 8_000;
    private static final QName FAILURE = name("Failure");
    private static final QName CLASS = name("Class");
    private static final QName MESSAGE = name("Message");
    private static final QName TEXT = name("Text");
    private static final QName KIND = new QName("kind");
    private static final QName ROLLBACK_ONLY = new QName("rollbackOnly");

    private FailureElement() {}

    private static QName name(String local) {
        return new QName(EndpointReference.OWN_NAMESPACE, local, "assent");
    }

    /** The fault for an exception. */
    static SoapFault write(Operation operation, Result.Thrown thrown) {
        FarFailure far = FarFailure.of(thrown.failure(), thrown.isApplications());
        List<Element> parts = new ArrayList<>();
        for (String each : far.classes()) {
            parts.add(Element.ofText(CLASS, each));
        }
        String message = far.message();
        if (message != null) {
            parts.add(Element.ofText(MESSAGE, XmlText.plain(message, TEXT_CHARS_MAX)));
        }
        parts.add(Element.ofText(TEXT, XmlText.plain(far.text(), TEXT_CHARS_MAX)));
        Element failure = Element.of(FAILURE, parts)
                .with(KIND, far.kind().name())
                .with(ROLLBACK_ONLY, String.valueOf(thrown.effect().isRollbackOnly()));
        return new SoapFault(SoapFault.Code.RECEIVER, null, far.text(), declared(operation, thrown, message, failure));
    }

    private static Element declared(
            Operation operation, Result.Thrown thrown, @Nullable String message, Element failure) {
        if (!thrown.isApplications()) {
            return failure;
        }
        QName name = operation.element(thrown.failure().getClass().getSimpleName());
        String text = message == null ? "" : XmlText.plain(message, TEXT_CHARS_MAX);
        return Element.of(name, Element.ofText(new QName("message"), text), failure);
    }

    /** The exception in a fault; empty if the fault is a stranger's. */
    static Optional<Told> read(SoapFault fault) {
        Element detail = fault.detail();
        if (detail == null) {
            return Optional.empty();
        }
        try {
            Element failure = detail.is(FAILURE) ? detail : detail.find(FAILURE);
            return failure == null ? Optional.empty() : Optional.of(readFailure(failure));
        } catch (XmlException none) {
            return Optional.empty();
        }
    }

    /** Whether a fault says that the caller's transaction can only roll back; empty if the fault is a stranger's. */
    public static Optional<Boolean> isRollbackOnly(SoapFault fault) {
        return read(fault).map(Told::isRollbackOnly);
    }

    private static Told readFailure(Element failure) throws XmlException {
        List<String> classes = new ArrayList<>();
        for (Element each : failure.children()) {
            if (each.is(CLASS) && classes.size() < FarFailure.CLASSES_MAX) {
                classes.add(each.text());
            }
        }
        Element message = failure.find(MESSAGE);
        String kind = failure.attribute(KIND).orElse("");
        FarFailure far = new FarFailure(
                Arrays.stream(FarFailure.Kind.values())
                        .filter(each -> each.name().equals(kind))
                        .findFirst()
                        .orElse(FarFailure.Kind.OTHER),
                classes,
                message == null ? null : message.ownText(),
                failure.get(TEXT).ownText());
        return new Told(far, failure.attribute(ROLLBACK_ONLY).orElse("").equals("true"));
    }

    /** An exception of another process of Assent, and the call's effect on the transaction. */
    record Told(FarFailure failure, boolean isRollbackOnly) {}
}
