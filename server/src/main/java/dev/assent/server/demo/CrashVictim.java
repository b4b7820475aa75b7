package dev.assent.server.demo;

import dev.assent.core.observe.FaultPoint;
import dev.assent.core.recovery.RecoveryReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The process that is killed: a node that does what its standard input says, line by line, and answers
 * on its standard output.
 *
 * <pre>
 * open                               opens the node, recovers; "recovered MICROS", then each transaction
 *                                    it finished, "TRANSACTION=committed" or "TRANSACTION=rolled-back"
 * open POINT PARTICIPANT             the same, but stops at the point; "reached TRANSACTION"
 * transfer ID NORTH SOUTH AMOUNT     makes a transfer; "committed"
 * transfer ... POINT PARTICIPANT     the same, but stops at the point; "reached TRANSACTION"
 * close                              closes the node and ends; "closed"
 * </pre>
 *
 * <p>It asks one participant after the other, so that what is in doubt at each point is certain. It ends
 * when its input does: when the demo dies, it does not stay behind.
 */
final class CrashVictim {
    private final Path logFolder;
    private final List<Bank> banks;
    private final PrintStream answers;
    private final CrashTrigger trigger;
    private @Nullable TransferNode node;

    private CrashVictim(Path logFolder, List<Bank> banks, PrintStream answers) {
        this.logFolder = logFolder;
        this.banks = banks;
        this.answers = answers;
        this.trigger = new CrashTrigger(this::say);
    }

    /** Arguments: the log folder, then name and port of each bank. */
    public static void main(String[] arguments) throws IOException {
        List<Bank> banks = List.of(
                new Bank(arguments[1], Integer.parseInt(arguments[2])),
                new Bank(arguments[3], Integer.parseInt(arguments[4])));
        CrashVictim victim = new CrashVictim(Path.of(arguments[0]), banks, System.out);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String command = line;
            // a thread of its own, since it may stop for good while the input must still be watched
            Thread thread = new Thread(() -> victim.obey(command.split(" ")), "command");
            thread.start();
        }
        Runtime.getRuntime().halt(0);
    }

    private void say(String answer) {
        synchronized (answers) {
            answers.println(answer);
            answers.flush();
        }
    }

    private synchronized void obey(String[] command) {
        try {
            switch (command[0]) {
                case "open" -> open(command);
                case "transfer" -> transfer(command);
                case "close" -> close();
                default -> say("unknown " + command[0]);
            }
        } catch (Exception failed) {
            say("failed " + failed);
        }
    }

    private void open(String[] command) {
        arm(command, 1);
        long began = System.nanoTime();
        TransferNode opened = new TransferNode(new TransferNode.Config(logFolder, "inline", 1), banks, trigger);
        RecoveryReport report = opened.assent().recover();
        long micros = (System.nanoTime() - began) / 1000;
        node = opened;
        if (report.isComplete()) {
            say("recovered " + micros + " " + trigger.finished());
        } else {
            say("incomplete " + report);
        }
    }

    private void transfer(String[] command) throws Exception {
        Transfer transfer = new Transfer(
                Integer.parseInt(command[1]),
                Integer.parseInt(command[2]),
                Integer.parseInt(command[3]),
                Long.parseLong(command[4]));
        arm(command, 5);
        node().make(transfer);
        say("committed");
    }

    private void arm(String[] command, int at) {
        if (command.length > at) {
            trigger.arm(FaultPoint.valueOf(command[at]), Integer.parseInt(command[at + 1]));
        }
    }

    private void close() {
        node().close();
        say("closed");
        Runtime.getRuntime().halt(0);
    }

    private TransferNode node() {
        TransferNode open = node;
        if (open == null) {
            throw new IllegalStateException("the node is not open");
        }
        return open;
    }
}
