package dev.assent.lab.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The traffic of open connections, as the kernel counts it for each socket and the program {@code ss} prints it. The
 * traffic of a closed connection is lost.
 */
final class SocketCounters {
    private static final String PROGRAM = "ss";
    private static final Pattern BYTES = Pattern.compile("\\bbytes_(?:sent|received):(\\d+)");
    private static final Pattern PACKETS = Pattern.compile("\\bsegs_(?:out|in):(\\d+)");

    private SocketCounters() {}

    /** Whether this system tells it. */
    static boolean areThere() {
        return SystemProgram.isOnPath(PROGRAM);
    }

    /**
     * The traffic in both directions over all connections of servers in this process's network namespace, until now.
     *
     * @param ports of the servers; the connections end there
     * @throws IOException when the system does not report it
     */
    static Traffic ofServers(List<Integer> ports) throws IOException {
        List<String> command = new ArrayList<>(List.of(PROGRAM, "-tinH", "state", "established"));
        command.add(ports.stream().map(port -> "sport = :" + port).collect(Collectors.joining(" or ", "( ", " )")));
        String told = String.join("\n", SystemProgram.output(command));
        return new Traffic(sum(BYTES, told), sum(PACKETS, told));
    }

    private static double sum(Pattern counter, String told) {
        double sum = 0;
        Matcher each = counter.matcher(told);
        while (each.find()) {
            sum += Double.parseDouble(each.group(1));
        }
        return sum;
    }
}
