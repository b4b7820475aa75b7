package dev.assent.remote.transport;

import dev.assent.core.identity.NodeId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who has sent a message, as far as its transport can tell for certain. Immutable.
 *
 * <p>Rights hang on it (law 22), so a transport says that a message is of a node only when it has checked one of these:
 *
 * <ul>
 *   <li>a certificate of the connection, or the process itself, names the node;
 *   <li>the message carries a key that nobody can guess, which this node made and gave to that node alone: the reference
 *       of a subordinate that was registered with it, or of a coordinator with whom it was registered.
 * </ul>
 *
 * <p>Of who is no node, {@link #name} is the same for all messages of one who has begun a transaction, or was given a
 * reference: nobody else may end that, or use this. Where callers can't be told apart, it holds such a key.
 *
 * @param node which node; null when it is none, or nobody vouches for it
 * @param name for people: an address, or the subject of a certificate
 * @param countedAs by what its transactions and references are counted when it is no node: what tells it from other
 *     clients, its certificate or the key that it has made for itself; where nothing does, the host that it has connected
 *     from
 * @param host by what those of all callers of one host are counted besides, where one that wants many keys makes them, or
 *     says that it is many nodes; empty for one that has shown a certificate, or is in this process
 */
public record Caller(@Nullable NodeId node, String name, String countedAs, String host) {
    /** All addresses that an IPv6 network of one host or household has. */
    private static final int IPV6_NETWORK_GROUPS = 4;

    private static final int IPV6_GROUPS = 8;
    private static final Pattern IPV6_GROUP = Pattern.compile("[0-9A-Fa-f]{1,4}");

    /** One whose name is its only one, and which can't have another. */
    public Caller(@Nullable NodeId node, String name) {
        this(node, name, name, "");
    }

    /**
     * One who is no node, and whose name says nothing of who it is: it can't be told from others of its host.
     *
     * @param peer from where it has connected: the host, and behind a colon the port
     */
    public static Caller ofHost(String name, String peer) {
        String host = host(peer);
        return new Caller(null, name, host, host);
    }

    /**
     * One who is no node, and is known again by a key that it has made for itself, or keeps: it is told from others of its
     * host, as long as it wants to be.
     *
     * @param peer as above
     */
    public static Caller ofOwnKey(String name, String peer) {
        return new Caller(null, name, name, host(peer));
    }

    /**
     * One who is no node, and has shown a certificate.
     *
     * @param subject of the certificate, by which it is counted
     */
    public static Caller ofCertificate(String name, String subject) {
        return new Caller(null, name, subject, "");
    }

    /**
     * One who says that it is this node, on a wire that believes everybody: it may say as well that it is many, so it is
     * counted with all others of its host besides.
     *
     * @param peer as above
     */
    public static Caller ofUncertifiedNode(NodeId node, String name, String peer) {
        return new Caller(node, name, name, host(peer));
    }

    /**
     * The host that an address is counted by: an IPv6 host has 2^64 of them, and chooses, so it is its network of 64 bits.
     *
     * @param address an IPv4 or IPv6 address as text; one of IPv6 with or without its zone, and brackets
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
            return otherwise; // it is no address
        }
        return groups.stream()
                .limit(IPV6_NETWORK_GROUPS)
                .map(each -> Integer.toHexString(Integer.parseInt(each, 16)))
                .collect(Collectors.joining(":", "", "::/64"));
    }

    private static List<String> groups(String text) {
        return new ArrayList<>(text.isEmpty() ? List.of() : List.of(text.split(":", -1)));
    }

    /** Of a peer, as the other methods here have it. */
    private static String host(String peer) {
        int port = peer.lastIndexOf(':');
        return hostOf(peer.substring(peer.indexOf('/') + 1, port < 0 ? peer.length() : port));
    }

    /** Whether it is the same one, wherever it has connected from. */
    public boolean isSame(Caller other) {
        return name.equals(other.name) && Objects.equals(node, other.node);
    }
}
