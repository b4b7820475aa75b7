package dev.assent.lab.role;

import dev.assent.lab.wire.Guest;
import dev.assent.lab.wire.LabTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The process of a client: it does what its standard input says, line by line, and answers on its standard output. It ends
 * when its input does.
 *
 * <pre>
 * task THREADS WORD...    what is done from now on; "ready"
 * run LAPS ITERATIONS     does so many iterations of each lap; "ran N ITERATIONS NANOS", how many all threads did in all,
 *                         and how long that took, then a line for each of N steps
 * weigh ITERATIONS METER  one thread does so many iterations; "weighed", and the bytes and packets of each step as METER counts
 *                         them
 * </pre>
 */
public final class ClientRole {
    private ClientRole() {}

    /** Arguments: the transport, the coordinator's address, those of the servers. */
    public static void main(String[] arguments) throws Exception {
        List<String> servers = List.of(arguments).subList(2, arguments.length);
        try (Guest guest = LabTransport.of(arguments[0]).connect(arguments[1])) {
            System.out.println("ready");
            serve(guest, servers);
        }
        Runtime.getRuntime().halt(0);
    }

    private static void serve(Guest guest, List<String> servers) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        @Nullable Crowd crowd = null;
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            List<String> words = Arrays.asList(line.split(" "));
            try {
                if (words.get(0).equals("task")) {
                    if (crowd != null) {
                        crowd.close();
                    }
                    crowd = new Crowd(words.subList(2, words.size()), Integer.parseInt(words.get(1)), guest, servers);
                    System.out.println("ready");
                } else {
                    answer(Objects.requireNonNull(crowd, "there is no task"), words);
                }
            } catch (Exception failed) {
                failed.printStackTrace();
                System.out.println("failed " + failed.toString().replace('\n', ' '));
            }
        }
        if (crowd != null) {
            crowd.close();
        }
    }

    private static void answer(Crowd crowd, List<String> words) throws Exception {
        int count = Integer.parseInt(words.get(1));
        if (words.get(0).equals("weigh")) {
            System.out.println(crowd.weigh(count, Meter.parse(words.subList(2, words.size()))).stream()
                    .map(each -> " " + each.messageBytes() + " " + each.packets())
                    .collect(Collectors.joining("", "weighed", "")));
        } else {
            run(crowd, count, Integer.parseInt(words.get(2)));
        }
    }

    private static void run(Crowd crowd, int laps, int iterations) throws Exception {
        long began = System.nanoTime();
        List<Recording> recordings = crowd.run(laps, iterations);
        long nanos = System.nanoTime() - began;
        long all = recordings.get(0).count() * iterations;
        StringBuilder answer = new StringBuilder("ran " + recordings.size() + " " + all + " " + nanos);
        recordings.forEach(each -> answer.append('\n').append(each.toText()));
        System.out.println(answer);
    }
}
