package dev.assent.lab.network;

import static dev.assent.lab.message.LabMessages.MESSAGES;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Two hosts on one machine: two network namespaces with a cable between them, a veth pair, whose ends send no more than the
 * paper's 100 Mb/s. This process, in a {@link PrivateNetwork}, is on the one; the other is there until this is closed, or
 * this process ends.
 *
 * <p>Thread safety: one thread opens and closes.
 */
public final class TwoHosts implements AutoCloseable {
    /** The address of the first host. */
    static final String FIRST = "10.77.0.1";

    /** The address of the second. */
    static final String SECOND = "10.77.0.2";

    /** The end of the cable, on either host. */
    private static final String END = "assent-cable";

    private static final String HERE_ETHERNET = "02:00:00:00:00:01";
    private static final String THERE_ETHERNET = "02:00:00:00:00:02";
    private static final String HOLD = "ip link set lo up && echo ready && exec cat";

    private final Process other;
    private final String bandwidth;

    private TwoHosts(Process other, String bandwidth) {
        this.other = other;
        this.bandwidth = bandwidth;
    }

    /**
     * Makes them.
     *
     * @param here the address of the host that this process is on
     * @param there that of the other one
     * @throws IOException when the system does not allow it; the message names the refusal
     */
    public static TwoHosts open(String here, String there) throws IOException {
        if (!PrivateNetwork.isInside()) {
            throw refused(PrivateNetwork.refusal().orElse("this process is in no network namespace of its own"));
        }
        Process other = null;
        try {
            SystemProgram.requireOnPath("nsenter");
            other = hold();
            List<String> enter = enter(other);
            // Without neighbour discovery and IPv6 announcements, only measured traffic is on the cable.
            ip("link add %s address %s type veth peer name %s address %s netns %d"
                    .formatted(END, HERE_ETHERNET, END, THERE_ETHERNET, other.pid()));
            connect(List.of(), here, new Neighbour(there, THERE_ETHERNET));
            connect(enter, there, new Neighbour(here, HERE_ETHERNET));
            return new TwoHosts(other, cap(enter));
        } catch (IOException failed) {
            if (other != null) {
                other.destroy();
            }
            throw refused(String.valueOf(failed.getMessage()));
        }
    }

    private static IOException refused(String why) {
        return new IOException(MESSAGES.hostsRefused(why));
    }

    /** A process in a namespace of its own, which keeps it. */
    private static Process hold() throws IOException {
        Process process = new ProcessBuilder("unshare", "--net", "sh", "-c", HOLD)
                .redirectErrorStream(true)
                .start();
        BufferedReader said = process.inputReader();
        String line = said.readLine();
        if (!"ready".equals(line)) {
            process.destroy();
            throw new IOException("'unshare --net' said '" + line + "'");
        }
        return process;
    }

    private static List<String> enter(Process process) {
        return List.of("nsenter", "--target", Long.toString(process.pid()), "--net");
    }

    private record Neighbour(String address, String ethernet) {}

    private static void connect(List<String> enter, String address, Neighbour neighbour) throws IOException {
        in(enter, "ip link set %s addrgenmode none".formatted(END));
        // Segments as a network card would send them, so that packets are counted as they are on a cable.
        in(enter, "ip link set %s gso_max_segs 1".formatted(END));
        in(enter, "ip address add %s/24 dev %s".formatted(address, END));
        in(enter, "ip link set %s up".formatted(END));
        in(
                enter,
                "ip neighbour replace %s lladdr %s nud permanent dev %s"
                        .formatted(neighbour.address(), neighbour.ethernet(), END));
    }

    private static void ip(String arguments) throws IOException {
        in(List.of(), "ip " + arguments);
    }

    private static void in(List<String> enter, String command) throws IOException {
        List<String> all = new ArrayList<>(enter);
        all.addAll(List.of(command.split(" ")));
        SystemProgram.run(all);
    }

    /** The hosts are of use without it, so that it is said, and no reason not to run. */
    private static String cap(List<String> enter) {
        String rule = " root tbf rate 100mbit burst 32kb latency 50ms";
        try {
            SystemProgram.requireOnPath("tc");
            in(List.of(), "tc qdisc add dev " + END + rule);
            in(enter, "tc qdisc add dev " + END + rule);
            return "100 Mb/s each way";
        } catch (IOException refused) {
            return "no limit to its bandwidth, since " + refused.getMessage();
        }
    }

    /** How much goes over the cable, for people. */
    public String bandwidth() {
        return bandwidth;
    }

    /** The words before a command that let the process run on the other host. */
    public List<String> there() {
        return enter(other);
    }

    /** The end of the cable, on either host. */
    public static String device() {
        return END;
    }

    /** Ends the other host as soon as no process is left on it. */
    @Override
    public void close() {
        other.destroy();
    }
}
