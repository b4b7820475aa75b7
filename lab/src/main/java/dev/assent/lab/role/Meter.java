package dev.assent.lab.role;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Counts what goes over a network device of this process' namespace. Exact where nobody else is in it. Immutable.
 *
 * @param device its name, the same in the namespaces of all processes; empty when nothing can be counted
 * @param headerBytes what the device counts of a packet beside its part of a message
 * @param areBothWays whether what it sends counts beside what it receives; a loopback device receives all that it sends
 */
public record Meter(String device, int headerBytes, boolean areBothWays) {
    /** IPv4's header, and TCP's with its timestamps. */
    private static final int TCP_HEADER_BYTES = 20 + 32;

    private static final int ETHERNET_HEADER_BYTES = 14;
    private static final int SENT = 8;
    private static final Path DEVICES = Path.of("/proc/net/dev");

    /** Between all processes of one host. */
    public static Meter ofLoopback() {
        return new Meter("lo", TCP_HEADER_BYTES, false);
    }

    /** Between two hosts, at one end of their cable. */
    public static Meter ofCable(String device) {
        return new Meter(device, TCP_HEADER_BYTES + ETHERNET_HEADER_BYTES, true);
    }

    /** Of what can't be counted. */
    public static Meter none() {
        return new Meter("", 0, false);
    }

    /** Words, for {@link #parse}. */
    List<String> toWords() {
        return List.of(device, Integer.toString(headerBytes), Boolean.toString(areBothWays));
    }

    /** What {@link #toWords} wrote. */
    static Meter parse(List<String> words) {
        return new Meter(words.get(0), Integer.parseInt(words.get(1)), Boolean.parseBoolean(words.get(2)));
    }

    /** Whether it counts anything. */
    boolean counts() {
        return !device.isEmpty();
    }

    /** Until now; unknown when there is no such device, or on a system that does not tell. */
    Traffic read() throws IOException {
        if (!counts() || !Files.exists(DEVICES)) {
            return Traffic.UNKNOWN;
        }
        Optional<String> found = Files.readAllLines(DEVICES).stream()
                .map(String::strip)
                .filter(line -> line.startsWith(device + ":"))
                .findFirst();
        return found.map(line -> traffic(line.substring(device.length() + 1))).orElse(Traffic.UNKNOWN);
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
