package dev.assent.lab.role;

import dev.assent.lab.experiment.Task;
import dev.assent.lab.network.Meter;
import dev.assent.lab.transport.LabClient;
import dev.assent.lab.transport.LabTransport;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The process of a client: it obeys its standard input, line by line, and answers on its standard output. It ends when
 * there are no more orders.
 *
 * <pre>
 * task THREADS CLASS WORD...  sets the task, with the words as its arguments; "ready"
 * begin                       all threads do the work before their first iteration; "begun"
 * run LAPS ITERATIONS         so many iterations of each lap; "ran ITERATIONS PER_SECOND ELSEWHERE", as in {@link
 *                             ClientThreads.Done}
 * steps                       "steps N", then a line for the times of each in the last run; apart, since to write them takes
 *                             time of processors that is not the run's
 * count ITERATIONS METER      one thread does so many iterations; "counted", and the bytes and packets of each step as METER
 *                             counts them
 * end                         all threads do the work after their last iteration; "ended"
 * </pre>
 *
 * Before an answer there may be lines of a {@link Heartbeat}; if an order fails, the answer is "failed WHY".
 */
public final class ClientRole {
    /** It may be at work, or wait for servers that are gone; nothing of it has to stay. */
    private static final Duration END_MAX = Duration.ofSeconds(5);

    private final LabClient client;
    private final List<String> servers;
    private final Answers answers;
    private @Nullable ClientThreads threads;
    private ClientThreads.@Nullable Done done;

    private ClientRole(LabClient client, List<String> servers, Answers answers) {
        this.client = client;
        this.servers = servers;
        this.answers = answers;
    }

    /** Arguments: the transport, the coordinator's address, those of the servers. */
    public static void main(String[] arguments) {
        List<String> servers = List.of(arguments).subList(2, arguments.length);
        RoleMain.run(END_MAX, (orders, answers) -> {
            try (LabClient client = LabTransport.of(arguments[0]).connect(arguments[1])) {
                answers.say(RoleProcesses.READY);
                new ClientRole(client, servers, answers).serve(orders);
            }
        });
    }

    private void serve(Orders orders) throws InterruptedException {
        for (Optional<String> order = orders.next(); order.isPresent(); order = orders.next()) {
            try {
                answers.say(answer(Arrays.asList(order.get().split(" "))));
            } catch (Exception failed) {
                answers.fail(failed);
            }
        }
        if (threads != null) {
            threads.close();
        }
    }

    private String answer(List<String> words) throws Exception {
        if (words.get(0).equals("task")) {
            if (threads != null) {
                threads.close();
            }
            threads = ClientThreads.of(
                    words.get(2),
                    Integer.parseInt(words.get(1)),
                    new Task.Context(client, servers, words.subList(3, words.size())));
            return "ready";
        }
        ClientThreads working = Objects.requireNonNull(threads, "there is no task");
        try (Heartbeat beat = Heartbeat.of(working::iterations, answers)) {
            return switch (words.get(0)) {
                case "begin" -> {
                    working.begin();
                    yield "begun";
                }
                case "run" -> ran(working.run(Integer.parseInt(words.get(1)), Integer.parseInt(words.get(2))));
                case "steps" ->
                    steps(Objects.requireNonNull(done, "there was no run").steps());
                case "count" ->
                    working.countTraffic(Integer.parseInt(words.get(1)), Meter.parse(words.get(2))).stream()
                            .map(each -> " " + each.messageBytes() + " " + each.packets())
                            .collect(Collectors.joining("", "counted", ""));
                case "end" -> {
                    working.end();
                    yield "ended";
                }
                default -> throw new IllegalArgumentException(words.get(0));
            };
        }
    }

    private static String steps(List<Recording> steps) {
        return steps.stream()
                .map(Recording::toText)
                .collect(Collectors.joining("\n", "steps " + steps.size() + "\n", ""));
    }

    private String ran(ClientThreads.Done last) {
        done = last;
        return "ran %d %s %s".formatted(last.iterations(), last.perSecond(), last.isElsewhere());
    }
}
