package dev.assent.core.operator;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.LocalTransactionId;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The names that people use for transactions and nodes: all hexadecimal digits, or as many of the first as are unique.
 * A transaction also has a short name: the first digits of its node, its epoch and its sequence, as in {@code
 * 0f3c9a2b-4-17}. Pure functions.
 */
final class Names {
    private static final int NODE_DIGITS = 8;
    private static final int NAMED_MAX = 5;
    private static final Pattern ALLOWED = Pattern.compile("[0-9a-f]+(:[0-9a-f]*)?|[0-9a-f]+-[0-9]+-[0-9]+");

    private Names() {}

    /** The short name of a transaction; the long one if it does not belong to an Assent node. */
    static String brief(TransactionId id) {
        if (id instanceof LocalTransactionId local) {
            return brief(local.origin().node()) + "-" + local.origin().epoch() + "-" + local.sequence();
        }
        return id.toString();
    }

    /** The first digits of a node. */
    static String brief(NodeId node) {
        return node.toString().substring(0, NODE_DIGITS);
    }

    /**
     * The only transaction with such a name.
     *
     * @param unreached the resources that may know more, for people
     * @throws IllegalArgumentException if there is none or more than one
     */
    static TransactionId find(String name, Collection<TransactionId> known, String unreached) {
        String wanted = name.toLowerCase(Locale.ROOT);
        if (!ALLOWED.matcher(wanted).matches()) {
            throw new IllegalArgumentException(MESSAGES.subjectRefused(
                    name, "transaction", "its first hexadecimal digits, or node-epoch-sequence as in 0f3c9a2b-4-17"));
        }
        Set<TransactionId> found = new LinkedHashSet<>();
        for (TransactionId id : known) {
            if (id.toString().equals(wanted)) {
                return id;
            }
            if (id.toString().startsWith(wanted) || isBrief(id, wanted)) {
                found.add(id);
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(MESSAGES.subjectUnknown(name, unreached));
        }
        if (found.size() > 1) {
            throw new IllegalArgumentException(MESSAGES.subjectAmbiguous(name, found.size(), some(found)));
        }
        return found.iterator().next();
    }

    private static boolean isBrief(TransactionId id, String wanted) {
        int dash = wanted.indexOf('-');
        return dash > 0
                && id instanceof LocalTransactionId local
                && local.origin().node().toString().startsWith(wanted.substring(0, dash))
                && wanted.substring(dash).equals("-" + local.origin().epoch() + "-" + local.sequence());
    }

    private static String some(Set<TransactionId> found) {
        String names = found.stream().limit(NAMED_MAX).map(Names::brief).collect(Collectors.joining(", "));
        return found.size() > NAMED_MAX ? names + ", ..." : names;
    }

    /**
     * The node with this name: all of its digits, or the only one of these whose name begins so. {@code node-} may come
     * before the digits.
     *
     * @throws IllegalArgumentException if there is none or more than one
     */
    static NodeId node(String name, Collection<NodeId> seen) {
        String wanted = name.toLowerCase(Locale.ROOT).replaceFirst("^node-", ""); // as a subordinate is named
        Optional<NodeId> whole = NodeId.parse(wanted);
        if (whole.isPresent()) {
            return whole.get();
        }
        List<NodeId> found = seen.stream()
                .filter(node -> node.toString().startsWith(wanted))
                .distinct()
                .toList();
        if (!wanted.isEmpty() && found.size() > 1) {
            String candidates =
                    found.stream().limit(NAMED_MAX).map(NodeId::toString).collect(Collectors.joining(", "));
            throw new IllegalArgumentException(MESSAGES.nodeAmbiguous(
                    name, found.size(), found.size() > NAMED_MAX ? candidates + ", ..." : candidates));
        }
        if (wanted.isEmpty() || found.isEmpty()) {
            throw new IllegalArgumentException(MESSAGES.subjectRefused(
                    name,
                    "node",
                    "its 32 hexadecimal digits, or the first digits of one that './assent log list' shows"));
        }
        return found.get(0);
    }
}
