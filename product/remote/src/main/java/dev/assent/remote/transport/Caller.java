package dev.assent.remote.transport;

import dev.assent.NodeId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a message, as far as its transport can tell for certain. Immutable.
 *
 * <p>The sender's rights depend on it (law 22). So a transport names a node only if it has checked one of these:
 *
 * <ul>
 *   <li>a certificate of the connection, or the process itself, names the node;
 *   <li>the message carries a key that nobody can guess, which this node made and gave to that node only: the reference
 *       of a subordinate that registered with it, or of a coordinator that it registered with.
 * </ul>
 *
 * <p>If the caller is not a node, {@link #name} is the same in all its messages, because only the caller that began a
 * transaction may end it, and only the caller that got a reference may use it. Where the wire does not tell callers
 * apart, the name holds such a key.
 *
 * @param node the node; null if the caller is not one, or nothing proves it
 * @param name for display: an address, or the subject of a certificate
 * @param countedAs the name under which the limits count transactions and references of a caller that is not a node:
 *     its certificate, or the key that it has made for itself; if it has neither, the host that it connects from
 * @param host the host under which the limits also count, since a caller can make many keys, or claim to be many nodes;
 *     empty for a caller that has shown a certificate, or is in this process
 */
public record Caller(@Nullable NodeId node, String name, String countedAs, String host) {
    /** How many groups of an IPv6 address name the network of one host or household. */
    private static final int IPV6_NETWORK_GROUPS = 4;

    private static final int IPV6_GROUPS = 8;
    private static final Pattern IPV6_GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");

    /** A caller that can have no other name. */
    public Caller(@Nullable NodeId node, String name) {
        this(node, name, name, "");
    }

    /**
     * A caller that is not a node, and that the limits can't tell from others of its host.
     *
     * @param peer the address that it connects from: the host, and behind a colon the port
     */
    public static Caller ofHost(String name, String peer) {
        String host = host(peer);
        return new Caller(null, name, host, host);
    }

    /**
     * A caller that is not a node, and that a key which it has made or keeps tells from others of its host, as long as
     * it sends the key.
     *
     * @param peer as for {@link #ofHost}
     */
    public static Caller ofOwnKey(String name, String peer) {
        return new Caller(null, name, name, host(peer));
    }

    /**
     * A caller that is not a node, and has shown a certificate.
     *
     * @param subject of the certificate, under which the limits count it
     */
    public static Caller ofCertificate(String name, String subject) {
        return new Caller(null, name, subject, "");
    }

    /**
     * A caller that claims to be a node, on a wire without certificates. It could claim to be many nodes, so the
     * limits of its host also count it.
     *
     * @param peer as for {@link #ofHost}
     */
    public static Caller ofUncertifiedNode(NodeId node, String name, String peer) {
        return new Caller(node, name, name, host(peer));
    }

    /**
     * The host under which the limits count an address. An IPv6 host can choose among 2^64 addresses, so this is its
     * network of 64 bits.
     *
     * @param address an IPv4 or IPv6 address as text; an IPv6 address with or without its zone and brackets
     */
    public static String hostOf(String address) {
        String bare =
                address.startsWith("[") && address.endsWith("]") ? address.substring(1, address.length() - 1) : address;
        int zone = bare.indexOf('%');
        String numbers = zone < 0 ? bare : bare.substring(0, zone);
        boolean isIpv6 = numbers.indexOf(':') >= 0;
        if (isIpv6 && numbers.indexOf('.') > 0) {
            return numbers.substring(numbers.lastIndexOf(':') + 1); // an IPv4 address inside
        }
        return isIpv6 ? network(numbers, address) : address;
    }

    private static String network(String numbers, String otherwise) {
        int gap = numbers.indexOf("::");
        List<String> groups = groups(gap < 0 ? numbers : numbers.substring(0, gap));
        List<String> last = gap < 0 ? List.of() : groups(numbers.substring(gap + 2));
        groups.addAll(Collections.nCopies(Math.max(0, IPV6_GROUPS - groups.size() - last.size()), "0"));
        groups.addAll(last);
        if (groups.size() != IPV6_GROUPS
                || !groups.stream().allMatch(each -> IPV6_GROUP.matcher(each).matches())) {
            return otherwise; // not an address
        }
        return groups.stream()
                .limit(IPV6_NETWORK_GROUPS)
                .map(each -> Integer.toHexString(Integer.parseInt(each, 16)))
                .collect(Collectors.joining(":", "", "::/64"));
    }

    private static List<String> groups(String text) {
        return new ArrayList<>(text.isEmpty() ? List.of() : List.of(text.split(":", -1)));
    }

    /** The host of a peer. */
    private static String host(String peer) {
        int port = peer.lastIndexOf(':');
        return hostOf(peer.substring(peer.indexOf('/') + 1, port < 0 ? peer.length() : port));
    }

    /** Whether it is the same caller, from whichever address it connects. */
    public boolean isSame(Caller other) {
        return name.equals(other.name) && Objects.equals(node, other.node);
    }
}
