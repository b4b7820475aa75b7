package dev.assent.transport.soap.reference;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
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
 * The parameter of references that are made here: what it is for, of which transaction, who was given it, and a key that
 * nobody can guess. It names the node and its epoch, so that another node knows that it is not meant (law 17). Immutable.
 *
 * @param name this node's own name for the transaction
 * @param id the transaction; the same as its name where it was begun here
 * @param holder who was given it, when that is a node of ours: of a coordinator's references the subordinate's own name for
 *     the transaction, of a participant's the node of its superior, in hexadecimal digits; empty for a stranger
 * @param key 32 hexadecimal digits, as {@link Keys} makes them
 */
public record OwnReference(Kind kind, LocalTransactionId name, TransactionId id, String holder, String key) {
    private static final QName NAME =
            new QName(EndpointReference.OWN_NAMESPACE, "Reference", EndpointReference.OWN_PREFIX);
    private static final int NAME_DIGITS = 2 * LocalTransactionId.BYTES;

    private static final Pattern TEXT = Pattern.compile("([a-z])\\.([0-9a-f]{" + NAME_DIGITS
            + "})\\.((?:[0-9a-f]{8}:[0-9a-f]*)?)\\.((?:[0-9a-f]{32}|[0-9a-f]{" + NAME_DIGITS
            + "})?)\\.([0-9a-f]{32})");

    /** What a reference is for. */
    public enum Kind {
        /** To register. */
        REGISTRATION("r"),
        /** To end the transaction. */
        COMPLETION("c"),
        /** To say what a participant in Volatile2PC has to say. */
        VOLATILE("v"),
        /** The same in Durable2PC. */
        DURABLE("d"),
        /** To ask a subordinate of this node for its synchronizations: its participant in Volatile2PC. */
        OWN_VOLATILE("s"),
        /** To ask it for its vote, and tell it what is decided: its participant in Durable2PC. */
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

    /** The reference among the parameters of a message, or of a reference; empty when there is none that Assent has made. */
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

    /** The reference of a text; empty when it is none. */
    static Optional<OwnReference> of(String parameter) {
        Matcher text = TEXT.matcher(parameter);
        if (!text.matches()) {
            return Optional.empty();
        }
        try {
            LocalTransactionId name = localId(text.group(2));
            TransactionId id = text.group(3).isEmpty() ? name : foreignId(text.group(3));
            return Kind.of(text.group(1)).map(kind -> new OwnReference(kind, name, id, text.group(4), text.group(5)));
        } catch (IllegalArgumentException none) { // an epoch is none, or an identity too long
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

    /** What it says but for its key: what the key is made of. */
    String unsealed() {
        String other = id.equals(name)
                ? ""
                : HexFormat.of().toHexDigits(id.format()) + ":" + HexFormat.of().formatHex(id.global());
        return kind.letter + "." + name + "." + other + "." + holder;
    }

    /** As {@link #of(String)} reads it. */
    String text() {
        return unsealed() + "." + key;
    }

    /** For people, who see no key. */
    @Override
    public String toString() {
        return unsealed();
    }

    /** The same with a key. */
    OwnReference with(String newKey) {
        return new OwnReference(kind, name, id, holder, newKey);
    }

    /** A reference with this parameter. */
    public EndpointReference at(String address) {
        return new EndpointReference(address, List.of(Element.ofText(NAME, text())));
    }

    /** The subordinate of ours that holds it; null when that is a stranger. */
    public @Nullable LocalTransactionId incarnation() {
        return holder.length() == NAME_DIGITS ? localId(holder) : null;
    }

    /** The node of ours that holds it; null when that is a stranger. */
    public @Nullable NodeId node() {
        if (holder.length() == 2 * NodeId.BYTES) {
            return NodeId.read(ByteBuffer.wrap(HexFormat.of().parseHex(holder)));
        }
        LocalTransactionId incarnation = incarnation();
        return incarnation == null ? null : incarnation.origin().node();
    }
}
