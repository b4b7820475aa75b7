package dev.assent.server.crash;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.backends.QuickJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A forked {@link CrashVictim}, as the process that kills it sees it.
 *
 * <p>Thread safety: one thread talks to it; {@link #kill} may be called by any thread; its news come on a thread of its
 * own.
 */
public final class VictimProcess {
    /** Its answer when it has stopped at a fault point. */
    public static final String REACHED = "reached";

    /** Its answer when nothing is left for recovery to do; recovery's acts follow. */
    static final String RECOVERED = "recovered";

    /** Its answer when something is left; the report follows. */
    static final String INCOMPLETE = "incomplete";

    /** Its answer when its log is nearly full. */
    static final String CROWDED = "crowded";

    /** How long to wait before the next try when something is left for recovery to do. */
    static final int RECOVER_AGAIN_MILLIS = 100;

    /** The exit status of a process that was ended by signal 9; on Windows, which has none, the JDK makes it 1. */
    public static final int KILLED =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix") ? 128 + 9 : 1;

    /** Its answer when a transfer was committed. */
    public static final String COMMITTED = "committed";

    /** Its answer when a transfer was rolled back; the reason follows. */
    public static final String ROLLED_BACK = "rolled-back";

    /** Its answer when the outcome of a transfer is unknown; the reason follows. */
    public static final String UNKNOWN = "unknown";

    /** Its answer when it will stop at a fault point. */
    static final String ARMED = "armed";

    /** Its answer when it will not stop any more. */
    static final String DISARMED = "disarmed";

    /** Its answer when nothing is under way or waits. */
    static final String SETTLED = "settled";

    /** Its answer when something is under way or waits; the report follows. */
    static final String UNSETTLED = "unsettled";

    /** How a line begins that answers nothing. */
    static final String NEWS = "+";

    private static final String ENDED = "it ended";
    private static final int RECOVER_TRIES_MAX = 100;
    private static final int ANSWER_SECONDS_MAX = 600;

    private final QuickJvm jvm;
    private final Process process;
    private final PrintStream commands;
    private final Thread reader;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Path errors;
    private final Consumer<String> news;

    /**
     * The result of a recovery.
     *
     * @param millis from the opening of the log to the end of the pass
     * @param finished each transaction that it finished, with its outcome
     */
    public record Recovered(double millis, Map<String, String> finished) {}

    private VictimProcess(QuickJvm jvm, Process process, Path errors, Consumer<String> news) {
        this.jvm = jvm;
        this.process = process;
        this.errors = errors;
        this.news = news;
        this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.US_ASCII);
        reader = new Thread(this::read, "victim-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Forks a process; the node in it is opened later.
     *
     * @param jvm how it is started
     * @param main calls {@link CrashVictim#serve}
     * @param errors the file for its error output
     */
    public static VictimProcess fork(QuickJvm jvm, Class<?> main, List<String> arguments, Path errors)
            throws IOException {
        return fork(jvm, main, arguments, errors, nobodyReads -> {});
    }

    /**
     * Forks a process, as {@link #fork(QuickJvm, Class, List, Path)}.
     *
     * @param news receives the process's lines that are no answers, all of them before {@link #kill} returns
     */
    public static VictimProcess fork(
            QuickJvm jvm, Class<?> main, List<String> arguments, Path errors, Consumer<String> news)
            throws IOException {
        Process process = new ProcessBuilder(jvm.command(main, List.of("-Xmx64m"), arguments))
                .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
                .start();
        return new VictimProcess(jvm, process, errors, news);
    }

    private void read() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith(NEWS)) {
                    news.accept(line.substring(NEWS.length()));
                } else {
                    answers.add(line);
                }
            }
        } catch (IOException closed) {
            // as good as its end
        }
        answers.add(ENDED);
    }

    /** Opens its node and recovers, as often as necessary. */
    public Recovered open() throws IOException, InterruptedException {
        String answer = ask("open", RECOVERED, INCOMPLETE);
        return answer.startsWith(RECOVERED)
                ? recovered(answer)
                : recover().orElseThrow(() -> new IOException("recovery does not finish: " + answer));
    }

    /** Opens its node; recovery goes on by itself. */
    public void openOnly() throws IOException, InterruptedException {
        ask("open", RECOVERED, INCOMPLETE);
    }

    /** Opens the node and stops on the way. */
    void openUntil(CrashPoint point) throws IOException, InterruptedException {
        ask("open " + point.point() + " " + point.participant(), REACHED);
    }

    /** Opens the node and stops when it comes to the point, at once or later: others may have to answer first. */
    public void openUntil(String point, int participant) throws IOException, InterruptedException {
        String command = "open " + point + " " + participant;
        String answer = ask(command, REACHED, RECOVERED, INCOMPLETE);
        if (!answer.startsWith(REACHED)) {
            answer(command, REACHED);
        }
    }

    /**
     * From now on it stops a thread at a point, whatever brings the thread there, after a thread has come to another
     * point.
     */
    public void arm(String first, String point, int participant) throws IOException, InterruptedException {
        ask("arm " + first + " " + point + " " + participant, ARMED);
    }

    /** Whether it stops within this time where it is armed to. */
    public boolean isReachedWithin(long millis) throws IOException, InterruptedException {
        @Nullable String said = answers.poll(millis, TimeUnit.MILLISECONDS);
        return said != null && checked(said, "stop", REACHED).startsWith(REACHED);
    }

    /**
     * It does not stop any more where it is armed to, once nothing is under way in it.
     *
     * @return empty while something is; then whether it has stopped before
     */
    public Optional<Boolean> isReachedInTheEnd() throws IOException, InterruptedException {
        String answer = ask("settle", SETTLED, UNSETTLED, REACHED);
        if (answer.startsWith(SETTLED)) {
            answer = ask("disarm", DISARMED, REACHED);
        }
        return answer.startsWith(UNSETTLED) ? Optional.empty() : Optional.of(answer.startsWith(REACHED));
    }

    /**
     * Whether it stops in the transfer that it was asked to make. If not, its next answer says what became of the
     * transfer.
     */
    public boolean stopsBeforeItAnswers() throws IOException, InterruptedException {
        String answer = answer("transfer", REACHED, COMMITTED, ROLLED_BACK, UNKNOWN);
        if (answer.startsWith(REACHED)) {
            return true;
        }
        ask("disarm", DISARMED);
        answers.add(answer);
        return false;
    }

    /** Whether it has an answer that no caller has read yet. */
    public boolean hasAnswered() {
        return !answers.isEmpty();
    }

    /** Whether nothing is under way in it, or waits. It runs a recovery pass first. */
    public boolean isSettled() throws IOException, InterruptedException {
        return ask("settle", SETTLED, UNSETTLED).startsWith(SETTLED);
    }

    /** Whether it has no work under way or waiting, without a recovery pass that this call would begin. */
    public boolean isSettledByItself() throws IOException, InterruptedException {
        return ask("look", SETTLED, UNSETTLED).startsWith(SETTLED);
    }

    /** Fills its log for good but for a little. */
    void crowdLog() throws IOException, InterruptedException {
        ask("crowd-log", CROWDED);
    }

    /** Makes a transfer. */
    void make(Transfer transfer) throws IOException, InterruptedException {
        ask("transfer " + transfer.word(), COMMITTED);
    }

    /**
     * Makes a transfer and stops on the way, if it reaches the point.
     *
     * @return the transaction; empty when the transfer was committed and the point not reached
     */
    Optional<String> makeUntil(CrashPoint point, Transfer transfer) throws IOException, InterruptedException {
        String command = "transfer " + transfer.word() + " " + point.point() + " " + point.participant();
        String answer = ask(command, REACHED, COMMITTED);
        return answer.startsWith(REACHED) ? Optional.of(answer.substring(REACHED.length() + 1)) : Optional.empty();
    }

    /**
     * Lets it go on where it has stopped.
     *
     * @return the outcome of its command: {@code committed}, {@code rolled-back REASON} and the like
     */
    String goOn() throws IOException, InterruptedException {
        return ask("go-on", COMMITTED, ROLLED_BACK, UNKNOWN, RECOVERED, INCOMPLETE);
    }

    /**
     * Recovers again and again until all is finished.
     *
     * @return empty when it does not finish
     */
    Optional<Recovered> recover() throws IOException, InterruptedException {
        String answer = "";
        for (int attempt = 0; attempt < RECOVER_TRIES_MAX; attempt++) {
            answer = ask("recover", RECOVERED, INCOMPLETE);
            if (answer.startsWith(RECOVERED)) {
                return Optional.of(recovered(answer));
            }
            TimeUnit.MILLISECONDS.sleep(RECOVER_AGAIN_MILLIS);
        }
        return Optional.empty();
    }

    private static Recovered recovered(String text) {
        String[] answer = text.split(" ");
        Map<String, String> finished = new HashMap<>();
        for (String each : List.of(answer).subList(2, answer.length)) {
            finished.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        return new Recovered(Integer.parseInt(answer[1]) / 1e3, Map.copyOf(finished));
    }

    /**
     * Looks whether it still runs.
     *
     * @throws IOException with its error output, when it does not
     */
    public void checkAlive() throws IOException {
        if (!process.isAlive()) {
            throw new IOException(MESSAGES.demoProcessFailed("to keep running", ENDED, said()));
        }
    }

    /** Ends it in an orderly way. */
    public void close() throws IOException, InterruptedException {
        ask("close", "closed");
        process.waitFor();
        jvm.endedInOrder();
    }

    /** Kills it with signal 9, which no process can catch, and waits until it is gone. */
    public int kill() {
        process.destroyForcibly();
        boolean interrupted = false;
        while (true) {
            try {
                int status = process.waitFor();
                reader.join();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return status;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    /**
     * Tells it something and waits for the answer.
     *
     * @param expected how the answer may begin
     * @throws IOException when it says anything else, or ends, or says nothing
     */
    public String ask(String command, String... expected) throws IOException, InterruptedException {
        tell(command);
        return answer(command, expected);
    }

    /** Tells it something; the answer is for {@link #answer}. */
    public void tell(String command) {
        commands.println(command);
    }

    /**
     * Waits for its next answer.
     *
     * @param command that it answers
     * @param expected how the answer may begin
     * @throws IOException as {@link #ask}
     */
    public String answer(String command, String... expected) throws IOException, InterruptedException {
        return checked(answers.poll(ANSWER_SECONDS_MAX, TimeUnit.SECONDS), command, expected);
    }

    private String checked(@Nullable String answer, String command, String... expected) throws IOException {
        if (answer != null && !answer.equals(ENDED) && Stream.of(expected).anyMatch(answer::startsWith)) {
            return answer;
        }
        String instead = answer == null ? "said nothing for " + ANSWER_SECONDS_MAX + " s" : "said '" + answer + "'";
        throw new IOException(MESSAGES.demoProcessFailed(command, "it " + instead, said()));
    }

    private String said() throws IOException {
        return String.join("\n  ", Files.readAllLines(errors));
    }
}
