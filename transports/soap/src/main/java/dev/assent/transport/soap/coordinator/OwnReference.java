package dev.assent.transport.soap.coordinator;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.transport.soap.addressing.Addressing;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;

/**
 * The parameter of references that are made here: what it is for, of which transaction, and a key that nobody can guess.
 * It names the node and its epoch, so that another node knows that it is not meant (law 17). Immutable.
 */
record OwnReference(Kind kind, LocalTransactionId transaction, String key) {
    private static final QName NAME = new QName("urn:assent:ws-at", "Reference", "assent");
    private static final Pattern TEXT = Pattern.compile("([a-z0-9]+)\\.([0-9a-f]{56})\\.([0-9a-f]{32})");

    /** What a reference is for. */
    enum Kind {
        /** To register. */
        REGISTRATION("r"),
        /** To end the transaction. */
        COMPLETION("c"),
        /** To say what a participant in Volatile2PC has to say. */
        VOLATILE("v"),
        /** The same in Durable2PC. */
        DURABLE("d");

        private final String letter;

        Kind(String letter) {
            this.letter = letter;
        }

        private static Optional<Kind> of(String letter) {
            for (Kind each : values()) {
                if (each.letter.equals(letter)) {
                    return Optional.of(each);
                }
            }
            return Optional.empty();
        }
    }

    /** The reference in a message; empty when it has none that was made here. */
    static Optional<OwnReference> in(Addressing addressing) {
        return addressing.parameters().stream()
                .filter(each -> each.is(NAME))
                .findFirst()
                .flatMap(OwnReference::read);
    }

    private static Optional<OwnReference> read(Element parameter) {
        try {
            Matcher text = TEXT.matcher(parameter.text());
            if (!text.matches()) {
                return Optional.empty();
            }
            ByteBuffer name = ByteBuffer.wrap(HexFormat.of().parseHex(text.group(2)));
            LocalTransactionId transaction = LocalTransactionId.read(name);
            return Kind.of(text.group(1)).map(kind -> new OwnReference(kind, transaction, text.group(3)));
        } catch (XmlException | IllegalArgumentException none) { // the latter when its epoch is none
            return Optional.empty();
        }
    }

    /** A reference with this parameter. */
    EndpointReference at(String address) {
        return new EndpointReference(
                address, List.of(Element.ofText(NAME, kind.letter + "." + transaction + "." + key)));
    }
}
