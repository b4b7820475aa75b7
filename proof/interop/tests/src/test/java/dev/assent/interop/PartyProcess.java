package dev.assent.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A forked {@link Party}, as a test sees it; or another program whose first line says that it is ready. Thread safety: used by
 * one thread.
 */
final class PartyProcess {
    /** Much more than any answer takes on a busy machine: a test that waits so long fails. */
    private static final int ANSWER_SECONDS_MAX = 900;

    private static final String ENDED = "ended";

    private final String name;
    private final Path said;
    private final Process process;
    private final PrintStream commands;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> news = new LinkedBlockingQueue<>();
    private String ready = "";

    private PartyProcess(String name, Path said, Process process) {
        this.name = name;
        this.said = said;
        this.process = process;
        this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.US_ASCII);
        Thread reader = new Thread(this::read, name + "-output");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a program and waits until it is ready.
     *
     * @param said the file for its standard error
     * @param first how its first line begins
     */
    static PartyProcess start(String name, List<String> command, Path said, String first) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(said.toFile()))
                    .start();
            PartyProcess started = new PartyProcess(name, said, process);
            started.ready = started.answer(started.answers, "starting", first).substring(first.length());
            return started;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The rest of its first line. */
    String ready() {
        return ready;
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                (line.startsWith("+") ? news : answers).add(line);
            }
        } catch (IOException killed) {
            // as at its end
        }
        answers.add(ENDED);
    }

    private String answer(BlockingQueue<String> from, String command, String expected) {
        String answer;
        try {
            answer = from.poll(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
        if (answer == null || answer.equals(ENDED) || !answer.startsWith(expected)) {
            throw new AssertionError(
                    name + " at '" + command + "' said " + answer + ", not " + expected + "\n" + errors());
        }
        return answer;
    }

    private String errors() {
        try {
            return Files.readString(said);
        } catch (IOException none) {
            return none.toString();
        }
    }

    /** Tells it something that it answers later, if at all. */
    void tell(String command) {
        commands.println(command);
    }

    /** Tells it something and waits for the answer, whatever it is. */
    String ask(String command) {
        tell(command);
        return answer(answers, command, "");
    }

    /** The answer to the last command. */
    String answer() {
        return answer(answers, "what it was told", "");
    }

    /** Tells it something that must be done. */
    PartyProcess tells(String command) {
        tell(command);
        answer(answers, command, "ok");
        return this;
    }

    /** Waits until its ledger holds a thread. */
    void awaitHeld() {
        answer(news, "hold", Party.HELD);
    }

    /** Signal 9. */
    void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
