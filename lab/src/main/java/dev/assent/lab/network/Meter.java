package dev.assent.lab.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Counts the traffic of a network device in this process's namespace. It leaves out the traffic between servers and
 * databases, which does not depend on the transport. Immutable.
 *
 * @param device its name, the same in the namespaces of all processes; empty when nothing can be counted
 * @param headerBytes the bytes that the device counts for a packet beside its part of a message
 * @param areBothWays whether sent bytes count beside received ones; a loopback device receives all that it sends
 * @param isExact whether it counts nothing else; if not, other programs use the device, too, or the databases can't be
 *     left out
 * @param databases the ports whose connections are left out
 */
public record Meter(String device, int headerBytes, boolean areBothWays, boolean isExact, List<Integer> databases) {
    /** IPv4's header, and TCP's with its timestamps. */
    private static final int TCP_HEADER_BYTES = 20 + 32;

    private static final int ETHERNET_HEADER_BYTES = 14;
    private static final int SENT = 8;
    private static final Path DEVICES = Path.of("/proc/net/dev");

    /** Between the words of a meter. */
    private static final String BETWEEN = "/";

    /**
     * Between all processes of one host.
     *
     * @param isPrivate whether no other process is in its network namespace
     */
    public static Meter ofLoopback(boolean isPrivate) {
        return new Meter("lo", TCP_HEADER_BYTES, false, isPrivate, List.of());
    }

    /** Between two hosts, at one end of their cable, over which no process reaches a database. */
    public static Meter ofCable(String device) {
        return new Meter(device, TCP_HEADER_BYTES + ETHERNET_HEADER_BYTES, true, true, List.of());
    }

    /** A meter for traffic that can't be counted. */
    public static Meter none() {
        return new Meter("", 0, false, false, List.of());
    }

    /**
     * The same without the traffic of databases; not exact if the system does not count that apart.
     *
     * @param ports of their servers, which are on the host of all that use them
     */
    public Meter without(List<Integer> ports) {
        if (!counts() || areBothWays || ports.isEmpty()) {
            return this;
        }
        return SocketCounters.areThere()
                ? new Meter(device, headerBytes, false, isExact, List.copyOf(ports))
                : new Meter(device, headerBytes, false, false, List.of());
    }

    /** A word, for {@link #parse}. */
    public String toWord() {
        return String.join(
                BETWEEN,
                device,
                Integer.toString(headerBytes),
                Boolean.toString(areBothWays),
                Boolean.toString(isExact),
                databases.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }

    /** Reads the text of {@link #toWord}. */
    public static Meter parse(String word) {
        String[] parts = word.split(BETWEEN, -1);
        return new Meter(
                parts[0],
                Integer.parseInt(parts[1]),
                Boolean.parseBoolean(parts[2]),
                Boolean.parseBoolean(parts[3]),
                Arrays.stream(parts[4].split(","))
                        .filter(each -> !each.isEmpty())
                        .map(Integer::valueOf)
                        .toList());
    }

    /** Whether it counts anything. */
    public boolean counts() {
        return !device.isEmpty();
    }

    /** The traffic until now; unknown if the device does not exist or the system does not count its traffic. */
    public Traffic read() throws IOException {
        if (!counts() || !Files.exists(DEVICES)) {
            return Traffic.UNKNOWN;
        }
        Traffic ofDatabases = databases.isEmpty() ? Traffic.NONE : SocketCounters.ofServers(databases);
        Optional<String> found = Files.readAllLines(DEVICES).stream()
                .map(String::strip)
                .filter(line -> line.startsWith(device + ":"))
                .findFirst();
        return found.map(line -> traffic(line.substring(device.length() + 1)).without(ofDatabases))
                .orElse(Traffic.UNKNOWN);
    }

    private Traffic traffic(String counters) {
        String[] fields = counters.strip().split("\\s+");
        double bytes = Double.parseDouble(fields[0]);
        double packets = Double.parseDouble(fields[1]);
        if (areBothWays) {
            bytes += Double.parseDouble(fields[SENT]);
            packets += Double.parseDouble(fields[SENT + 1]);
        }
        return new Traffic(bytes - packets * headerBytes, packets);
    }
}
