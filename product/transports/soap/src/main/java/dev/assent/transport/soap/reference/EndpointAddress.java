package dev.assent.transport.soap.reference;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.message.Registration;
import dev.assent.remote.message.ShownAddress;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import dev.assent.transport.soap.xml.XmlLimits;
import dev.assent.transport.soap.xml.XmlReader;
import dev.assent.transport.soap.xml.XmlWriter;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Another process's endpoint as an address for log records and lists of allowed addresses: {@code
 * soap://HOST:PORT/PATH#ROLE}, and behind a point the endpoint's reference parameters in base64url. The role of a
 * participant or an initiator holds the reference for its answers, so that this process still knows it after a restart.
 * Immutable.
 *
 * @param answers the reference that this process gave to a participant or an initiator; null for any other endpoint
 */
public record EndpointAddress(
        EndpointReference place, Role role, @Nullable OwnReference answers) {
    private static final QName PARAMETERS = new QName("p");
    private static final Pattern TEXT =
            Pattern.compile("(soap(?:\\+https)?://[^#]+)#([vdc](?:\\.[^.]*){4}|[rq])(?:\\.([A-Za-z0-9_-]+))?");
    private static final XmlReader READER = new XmlReader(XmlLimits.DEFAULT);
    private static final XmlWriter WRITER = new XmlWriter();

    /** The kind of endpoint. */
    public enum Role {
        /** A participant in Volatile2PC. */
        VOLATILE("v"),
        /** A participant in Durable2PC. */
        DURABLE("d"),
        /** An initiator. */
        INITIATOR("c"),
        /** A Registration service. */
        REGISTRATION("r"),
        /** A coordinator with which a participant of this node has registered. */
        COORDINATOR("q");

        private final String letter;

        Role(String letter) {
            this.letter = letter;
        }

        private static Role of(String letter) {
            for (Role each : values()) {
                if (each.letter.equals(letter)) {
                    return each;
                }
            }
            throw new IllegalArgumentException(letter);
        }
    }

    /** Whether an address has this form. */
    public static boolean isOne(String address) {
        return TEXT.matcher(address).matches();
    }

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if it does not have this form
     */
    public static EndpointAddress of(String address) {
        Matcher text = TEXT.matcher(address);
        if (!text.matches()) {
            throw new IllegalArgumentException(MESSAGES.participantRefused(ShownAddress.of(address)));
        }
        try {
            String parameters = text.group(3);
            List<Element> elements = parameters == null
                    ? List.of()
                    : READER.read(Base64.getUrlDecoder().decode(parameters), null)
                            .children();
            EndpointReference place =
                    new EndpointReference(HttpUrl.ofAddress(text.group(1)).url(), elements);
            String role = text.group(2);
            return role.length() > 1
                    ? of(OwnReference.of(role).orElseThrow(IllegalArgumentException::new), place)
                    : new EndpointAddress(place, Role.of(role), null);
        } catch (XmlException | IllegalArgumentException none) {
            throw new IllegalArgumentException(MESSAGES.participantRefused(ShownAddress.of(address)), none);
        }
    }

    /** The address of a participant or an initiator, with the reference that this process gave to it. */
    public static EndpointAddress of(OwnReference answers, EndpointReference place) {
        Role role = switch (answers.kind()) {
            case VOLATILE -> Role.VOLATILE;
            case COMPLETION -> Role.INITIATOR;
            default -> Role.DURABLE;
        };
        return new EndpointAddress(place, role, answers);
    }

    /**
     * As text.
     *
     * @throws IllegalArgumentException if its place can't be called, or the text is too long for a record
     */
    public String text() {
        StringBuilder text = new StringBuilder(HttpUrl.of(place.address()).address())
                .append('#')
                .append(answers == null ? role.letter : answers.text());
        if (!place.parameters().isEmpty()) {
            byte[] parameters = WRITER.write(Element.of(PARAMETERS, place.parameters()));
            text.append('.').append(Base64.getUrlEncoder().withoutPadding().encodeToString(parameters));
        }
        if (text.length() > Registration.ADDRESS_CHARS_MAX) {
            throw new IllegalArgumentException(
                    MESSAGES.referenceTooLong(place, text.length(), Registration.ADDRESS_CHARS_MAX));
        }
        return text.toString();
    }
}
