package dev.assent.transport.soap.reference;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
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
import org.jspecify.annotations.Nullable;

/**
 * The parameter of the references that this process makes: its purpose, the transaction, the holder, and a key that
 * nobody can guess. It names the node and its epoch, so that another node knows that the message is not for it (law
 * 17). Immutable.
 *
 * @param name this node's own name for the transaction
 * @param id the transaction; equal to the name if it began here
 * @param holder the node of Assent that got the reference, in hexadecimal digits: for a coordinator's references the
 *     subordinate's own name for the transaction, for a participant's the superior's node; empty for a stranger
 * @param key 32 hexadecimal digits from {@link Keys}
 */
public record OwnReference(Kind kind, LocalTransactionId name, TransactionId id, String holder, String key) {
    private static final QName NAME =
            new QName(EndpointReference.OWN_NAMESPACE, "Reference", EndpointReference.OWN_PREFIX);
    private static final int NAME_DIGITS = 2 * LocalTransactionId.BYTES;

    private static final Pattern TEXT = Pattern.compile("([a-z])\\.([0-9a-f]{" + NAME_DIGITS
            + "})\\.((?:[0-9a-f]{8}:[0-9a-f]*)?)\\.((?:[0-9a-f]{32}|[0-9a-f]{" + NAME_DIGITS
            + "})?)\\.([0-9a-f]{32})");

    /** The purpose of a reference. */
    public enum Kind {
        /** To register. */
        REGISTRATION("r"),
        /** To end the transaction. */
        COMPLETION("c"),
        /** For the messages of a participant in Volatile2PC. */
        VOLATILE("v"),
        /** For the messages of a participant in Durable2PC. */
        DURABLE("d"),
        /** To a subordinate of this node as a participant in Volatile2PC, which runs its synchronizations. */
        OWN_VOLATILE("s"),
        /** To a subordinate of this node as a participant in Durable2PC, which votes and hears the decision. */
        OWN_DURABLE("p");

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

        /** Whether it leads to a participant of this node. */
        public boolean isOwnParticipants() {
            return this == OWN_VOLATILE || this == OWN_DURABLE;
        }
    }

    /** Assent's reference among the parameters of a message or an endpoint; empty if there is none. */
    public static Optional<OwnReference> in(List<Element> parameters) {
        return parameters.stream().filter(each -> each.is(NAME)).findFirst().flatMap(OwnReference::read);
    }

    private static Optional<OwnReference> read(Element parameter) {
        try {
            return of(parameter.text());
        } catch (XmlException none) {
            return Optional.empty();
        }
    }

    /** Reads a reference; empty if the text is not one. */
    static Optional<OwnReference> of(String parameter) {
        Matcher text = TEXT.matcher(parameter);
        if (!text.matches()) {
            return Optional.empty();
        }
        try {
            LocalTransactionId name = localId(text.group(2));
            TransactionId id = text.group(3).isEmpty() ? name : foreignId(text.group(3));
            return Kind.of(text.group(1)).map(kind -> new OwnReference(kind, name, id, text.group(4), text.group(5)));
        } catch (IllegalArgumentException none) { // the epoch is out of range, or an identity too long
            return Optional.empty();
        }
    }

    private static LocalTransactionId localId(String digits) {
        return LocalTransactionId.read(ByteBuffer.wrap(HexFormat.of().parseHex(digits)));
    }

    private static TransactionId foreignId(String text) {
        int format = HexFormat.fromHexDigits(text, 0, 8);
        return TransactionId.of(format, HexFormat.of().parseHex(text.substring(9)));
    }

    /** All parts except the key, which is made from them. */
    String unsealed() {
        String other = id.equals(name)
                ? ""
                : HexFormat.of().toHexDigits(id.format()) + ":" + HexFormat.of().formatHex(id.global());
        return kind.letter + "." + name + "." + other + "." + holder;
    }

    /** The text that {@link #of(String)} reads. */
    String text() {
        return unsealed() + "." + key;
    }

    /** For display, without the key. */
    @Override
    public String toString() {
        return unsealed();
    }

    /** This reference with a key. */
    OwnReference with(String newKey) {
        return new OwnReference(kind, name, id, holder, newKey);
    }

    /** An endpoint with this parameter. */
    public EndpointReference at(String address) {
        return new EndpointReference(address, List.of(Element.ofText(NAME, text())));
    }

    /** The subordinate of Assent that holds it; null for a stranger. */
    public @Nullable LocalTransactionId incarnation() {
        return holder.length() == NAME_DIGITS ? localId(holder) : null;
    }

    /** The node of Assent that holds it; null for a stranger. */
    public @Nullable NodeId node() {
        if (holder.length() == 2 * NodeId.BYTES) {
            return NodeId.read(ByteBuffer.wrap(HexFormat.of().parseHex(holder)));
        }
        LocalTransactionId incarnation = incarnation();
        return incarnation == null ? null : incarnation.origin().node();
    }
}
