package dev.assent.lab.role;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What went over the loopback device of this process' network namespace. Exact where nobody else is in it.
 *
 * @param bytes with all headers
 * @param packets with those that only acknowledge
 */
public record Traffic(long bytes, long packets) {
    private static final Path DEVICES = Path.of("/proc/net/dev");

    /** IPv4's header, and TCP's with its timestamps; the loopback device counts none of its own. */
    private static final int HEADER_BYTES = 20 + 32;

    /** Until now; nothing on a system that does not tell. */
    static Traffic here() throws IOException {
        if (!Files.exists(DEVICES)) {
            return new Traffic(0, 0);
        }
        List<String> loopback = Files.readAllLines(DEVICES).stream()
                .map(String::strip)
                .filter(line -> line.startsWith("lo:"))
                .toList();
        String[] received = loopback.get(0).substring("lo:".length()).strip().split("\\s+");
        return new Traffic(Long.parseLong(received[0]), Long.parseLong(received[1]));
    }

    /** What has gone over it since. */
    Traffic since(Traffic before) {
        return new Traffic(bytes - before.bytes, packets - before.packets);
    }

    /** The bytes of messages alone, as papers count them. */
    public long messageBytes() {
        return bytes - packets * HEADER_BYTES;
    }
}
