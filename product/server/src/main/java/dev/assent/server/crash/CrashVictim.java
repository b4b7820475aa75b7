package dev.assent.server.crash;

import dev.assent.Assent;
import dev.assent.MetricsSnapshot;
import dev.assent.NodeId;
import dev.assent.OperatorAnswer;
import dev.assent.OperatorRequest;
import dev.assent.RecoveryReport;
import dev.assent.core.Internals;
import dev.assent.core.observe.FaultPoint;
import dev.assent.core.transaction.Coordinator;
import jakarta.transaction.RollbackException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The process that the tour kills. It obeys its standard input, line by line, and answers on its standard output. Its
 * main class says what it runs.
 *
 * <pre>
 * open                               opens the node, recovers; "recovered MICROS", then each transaction
 *                                    it finished, "TRANSACTION=committed" or "TRANSACTION=rolled-back";
 *                                    or "incomplete REPORT"
 * open POINT PARTICIPANT             the same, but stops at the point; "reached TRANSACTION"
 * transfer TRANSFER                  makes a transfer; "committed", "rolled-back REASON" or "unknown REASON"
 * transfer TRANSFER POINT PARTICIPANT
 *                                    the same, but stops at the point; "reached TRANSACTION"
 * arm FIRST POINT PARTICIPANT        stops at the point when something comes there after it came to the first one;
 *                                    "armed" at once, and later "reached TRANSACTION", beside the answers to others
 * disarm                             no thread stops any more; "disarmed"; no answer when something has stopped already
 * crowd-log                          fills the log for good but for a little, so that checkpoints come soon;
 *                                    "crowded"
 * go-on                              lets the stopped thread go on; the answer is that of the command
 * recover                            recovers; the answer is as for open
 * settle                             recovers; "settled" when nothing is under way or waits, or "unsettled REPORT"
 * look                               the same answers, and begins no recovery pass
 * close                              closes the node and ends; "closed"
 * </pre>
 *
 * <p>Its main class has other commands of its own. A line that begins with '+' is news beside the answers.
 *
 * <p>It ends when its input does, so it does not outlive the process that started it.
 */
public final class CrashVictim {
    /** The room in a crowded log: some eight transfers. */
    private static final int ROOM_BYTES = 4096;

    private final Function<CrashTrigger, ? extends Victim> opener;
    private final PrintStream answers;
    private final CrashTrigger trigger;
    private volatile @Nullable Victim victim;

    private CrashVictim(Function<CrashTrigger, ? extends Victim> opener, PrintStream answers) {
        this.opener = opener;
        this.answers = answers;
        this.trigger = new CrashTrigger(this::say);
    }

    /** Arguments: the log folder, then those of each bank. */
    public static void main(String[] arguments) throws IOException {
        List<String> all = Arrays.asList(arguments);
        TransferNode.Config config = TransferNode.Config.forCrashes(Path.of(arguments[0]));
        List<Bank> banks = List.of(
                Bank.of(all.subList(1, 1 + Bank.ARGUMENTS)), Bank.of(all.subList(1 + Bank.ARGUMENTS, all.size())));
        serve(tracer -> new TransferNode(config, banks, tracer));
    }

    /** Obeys until the input ends, then ends the process; {@code opener} opens its victim. */
    public static void serve(Function<CrashTrigger, ? extends Victim> opener) throws IOException {
        CrashVictim victim = new CrashVictim(opener, System.out);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] command = line.split(" ");
            if (command[0].equals("go-on")) {
                victim.trigger.goOn();
            } else {
                // a thread of its own, since it may stop for good while the input must still be watched
                new Thread(() -> victim.obey(command), "command").start();
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private void say(String answer) {
        synchronized (answers) {
            answers.println(answer.replace('\n', ' '));
            answers.flush();
        }
    }

    private synchronized void obey(String[] command) {
        try {
            switch (command[0]) {
                case "open" -> open(command);
                case "transfer" -> transfer(command);
                case "crowd-log" -> crowdLog();
                case "arm" -> {
                    trigger.armAfter(command[1], command[2], Integer.parseInt(command[3]));
                    say(VictimProcess.ARMED);
                }
                case "disarm" -> {
                    if (trigger.disarm()) {
                        say(VictimProcess.DISARMED);
                    }
                }
                case "recover" -> recover(victim(), System.nanoTime());
                case "settle" -> settle();
                case "look" -> look();
                case "close" -> close();
                default -> say(victim().obey(command));
            }
        } catch (Exception failed) {
            say("failed " + failed);
        }
    }

    private void open(String[] command) throws InterruptedException {
        // the end of a pass counts when all is finished: passes go on that began before all resources were registered,
        // and a server may take a while to release its dead client's locks
        boolean late = command.length > 1 && command[1].equals(FaultPoint.RECOVERY_DONE.name());
        if (!late) {
            arm(command, 1);
        }
        long began = System.nanoTime();
        Victim opened = opener.apply(trigger);
        victim = opened;
        if (late) {
            while (!node().recover().isComplete()) {
                TimeUnit.MILLISECONDS.sleep(VictimProcess.RECOVER_AGAIN_MILLIS);
            }
            arm(command, 1);
        }
        recover(opened, began);
    }

    private void recover(Victim opened, long began) {
        Assent node = opened.node();
        @Nullable RecoveryReport report = node == null ? null : node.recover();
        long micros = (System.nanoTime() - began) / 1000;
        if (report == null || report.isComplete()) {
            say(VictimProcess.RECOVERED + " " + micros + " " + trigger.finished());
        } else {
            say(VictimProcess.INCOMPLETE + " " + report);
        }
    }

    private void settle() {
        Assent node = node();
        RecoveryReport report = node.recover();
        boolean isSettled = report.isComplete() && hasNothing(node);
        say(isSettled ? VictimProcess.SETTLED : VictimProcess.UNSETTLED + " " + report);
    }

    private void look() {
        say(hasNothing(node()) ? VictimProcess.SETTLED : VictimProcess.UNSETTLED);
    }

    private static boolean hasNothing(Assent node) {
        Coordinator coordinator = Internals.coordinator(node);
        return coordinator.isIdle() && coordinator.parked().isEmpty();
    }

    /** Adopts nodes that never were: that stays in the log, in each checkpoint and after each start. */
    private void crowdLog() {
        Assent assent = node();
        for (long i = 1; isRoomy(assent.metrics().log()); i++) {
            String stranger = new NodeId(i, i).toString();
            OperatorAnswer answer = assent.operator()
                    .run(new OperatorRequest(OperatorRequest.Verb.ADOPT, stranger, OperatorRequest.Flags.NONE, ""));
            if (answer.status() != OperatorAnswer.CLEAR) {
                throw new IllegalStateException(answer.text());
            }
        }
        say(VictimProcess.CROWDED);
    }

    private static boolean isRoomy(MetricsSnapshot.Log log) {
        return log.liveBytes() + ROOM_BYTES < log.capacityBytes();
    }

    private void transfer(String[] command) {
        arm(command, 2);
        try {
            victim().make(Transfer.parse(command[1]));
            say(VictimProcess.COMMITTED);
        } catch (RollbackException rolledBack) {
            say(VictimProcess.ROLLED_BACK + " " + rolledBack);
        } catch (Exception unknown) {
            say(VictimProcess.UNKNOWN + " " + unknown);
        }
    }

    private void arm(String[] command, int at) {
        if (command.length > at) {
            trigger.arm(command[at], Integer.parseInt(command[at + 1]));
        }
    }

    private void close() {
        victim().close();
        say("closed");
        Runtime.getRuntime().halt(0);
    }

    private Victim victim() {
        Victim open = victim;
        if (open == null) {
            throw new IllegalStateException("it is not open");
        }
        return open;
    }

    private Assent node() {
        Assent node = victim().node();
        if (node == null) {
            throw new IllegalStateException("it has no node");
        }
        return node;
    }
}
