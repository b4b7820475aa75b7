package dev.assent.server.demo;

import dev.assent.core.message.Message;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A forked {@link CrashVictim}, as seen by the one who kills it.
 *
 * <p>Thread safety: one thread talks to it; {@link #kill} may be called by any thread.
 */
final class VictimProcess {
    /** What it says when it has stopped at a fault point. */
    static final String REACHED = "reached";

    /** The exit status of a process that was ended by signal 9. */
    static final int KILLED = 128 + 9;

    private static final String ENDED = "it ended";
    private static final int ANSWER_SECONDS_MAX = 30;

    private final Process process;
    private final PrintStream commands;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Path errors;

    /**
     * What recovery did.
     *
     * @param millis from the opening of the log to the end of the pass
     * @param finished each transaction it finished, with what was done to it
     */
    record Recovered(double millis, Map<String, String> finished) {}

    private VictimProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.US_ASCII);
        Thread reader = new Thread(this::read, "victim-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Forks a process; the node in it is opened later. */
    static VictimProcess start(DemoFolder folder, List<Bank> banks) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // started twenty times and killed as often: quick to start, and no file in a shared folder
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx64m",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                CrashVictim.class.getName(),
                folder.of(KeptThings.LOG).toString()));
        for (Bank bank : banks) {
            command.add(bank.name());
            command.add(Integer.toString(bank.port()));
        }
        Path errors = folder.of(KeptThings.PROCESSES);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
                .start();
        return new VictimProcess(process, errors);
    }

    private void read() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                answers.add(line);
            }
        } catch (IOException closed) {
            // as good as its end
        }
        answers.add(ENDED);
    }

    /** Opens the node and recovers. */
    Recovered open() throws IOException, InterruptedException {
        String[] answer = ask("open", "recovered").split(" ");
        Map<String, String> finished = new HashMap<>();
        for (String each : List.of(answer).subList(2, answer.length)) {
            finished.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        return new Recovered(Integer.parseInt(answer[1]) / 1e3, Map.copyOf(finished));
    }

    /** Opens the node and stops in its recovery. */
    void openUntil(CrashPoint point) throws IOException, InterruptedException {
        ask("open " + point.point() + " " + point.participant(), REACHED);
    }

    /** Makes a transfer. */
    void make(Transfer transfer) throws IOException, InterruptedException {
        ask(command(transfer), "committed");
    }

    /**
     * Makes a transfer and stops on the way.
     *
     * @return the transaction
     */
    String makeUntil(CrashPoint point, Transfer transfer) throws IOException, InterruptedException {
        String answer = ask(command(transfer) + " " + point.point() + " " + point.participant(), REACHED);
        return answer.substring(REACHED.length() + 1);
    }

    /** Ends it in an orderly way. */
    void close() throws IOException, InterruptedException {
        ask("close", "closed");
        process.waitFor();
    }

    /** Kills it with signal 9, which no process can catch, and waits until it is gone. */
    int kill() {
        process.destroyForcibly();
        boolean interrupted = false;
        while (true) {
            try {
                int status = process.waitFor();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return status;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    private static String command(Transfer transfer) {
        return "transfer " + transfer.id() + " " + transfer.northAccount() + " " + transfer.southAccount() + " "
                + transfer.amount();
    }

    private String ask(String command, String expected) throws IOException, InterruptedException {
        commands.println(command);
        @Nullable String answer = answers.poll(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
        if (answer != null && answer.startsWith(expected)) {
            return answer;
        }
        String instead = answer == null ? "said nothing for " + ANSWER_SECONDS_MAX + " s" : "said '" + answer + "'";
        throw new IOException(Message.DEMO_PROCESS_FAILED.text(command, "it " + instead, said()));
    }

    private String said() throws IOException {
        return String.join("\n  ", Files.readAllLines(errors));
    }
}
