package dev.assent.lab.ping;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The main class of the two processes of a {@link Pair}: {@code server PEER} says its address, {@code client PEER ADDRESS}
 * answers each {@link Slice.Order} with a {@link Slice}, and each {@link Alternation.Order} with how many calls there were so
 * far, on one line at its beginning and on one at the end of each turn. Both end when their input does, with status 0; one that fails
 * says why on one line of its standard error, and ends with status 1.
 */
final class PingSide {
    /** The first line of a client. */
    static final String READY = "ready";

    private PingSide() {}

    /** Runs until its input ends. */
    public static void main(String[] arguments) {
        int status = 0;
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
            Peer peer = Peer.valueOf(arguments[1]);
            if (arguments[0].equals("server")) {
                serve(peer, in);
            } else {
                call(peer, arguments[2], in);
            }
        } catch (Exception failed) {
            System.err.println("lab: " + String.join(" ", arguments) + " failed: " + withCauses(failed));
            status = 1;
        }
        System.exit(status); // some peers leave threads
    }

    /** On one line. */
    private static String withCauses(Throwable failed) {
        return Stream.iterate(failed, Objects::nonNull, Throwable::getCause)
                .map(each -> each.toString().replaceAll("\\R", " "))
                .collect(Collectors.joining(", because of "));
    }

    private static void serve(Peer peer, BufferedReader in) throws Exception {
        try (PingServer server = peer.serve()) {
            System.out.println(server.address());
            while (in.readLine() != null) {
                // the only message is the end of the input
            }
        }
    }

    private static void call(Peer peer, String address, BufferedReader in) throws Exception {
        try (Load load = new Load(peer.connect(address))) {
            System.out.println(READY);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (Alternation.Order.isMeant(line)) {
                    load.run(Alternation.Order.parse(line), System.out::println);
                } else {
                    System.out.println(load.run(Slice.Order.parse(line)).toText());
                }
            }
        }
    }
}
