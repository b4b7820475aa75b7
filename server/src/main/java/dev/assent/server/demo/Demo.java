package dev.assent.server.demo;

import dev.assent.backends.ServerFolder;
import dev.assent.core.message.Message;
import dev.assent.server.crash.Bank;
import dev.assent.server.crash.BankServers;
import dev.assent.server.crash.CrashWorld;
import dev.assent.server.crash.Oracle;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The demo from its beginning to its end: servers, transfers, crash tour, oracle. Closing it ends every
 * process it started and deletes every file it made; so does a shutdown hook, when the process is ended
 * from outside.
 *
 * <p>Thread safety: one thread runs it; {@link #close} may be called by any thread.
 */
final class Demo implements AutoCloseable {
    private static final int ENDING_MILLIS = 300;

    private final DemoOptions options;
    private final Terminal terminal;
    private final DemoFolder folder;
    private final Thread hook = new Thread(this::endedFromOutside, "assent-demo-end");
    private final CountDownLatch ending = new CountDownLatch(1);
    private @Nullable BankServers servers;
    private @Nullable DemoForm form;
    private boolean closed;

    Demo(DemoOptions options, Terminal terminal) throws IOException {
        this.options = options;
        this.terminal = terminal;
        this.folder = DemoFolder.create();
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Runs it, and says everything on the terminal.
     *
     * @return whether all is well, by what the databases say
     * @throws Exception when something could not be done at all; the message is for people
     */
    boolean run() throws Exception {
        try {
            return runAll();
        } catch (Exception failure) {
            // Ctrl-C also reaches the processes started here, and may be noticed by them first
            if (ending.await(ENDING_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
            throw failure;
        }
    }

    private boolean runAll() throws Exception {
        terminal.line(terminal.bold("Assent demo: two banks, ten accounts each, every transfer one transaction"));
        terminal.line("");
        List<Bank> banks = startBanks();
        Oracle oracle = new Oracle(banks);
        boolean durable = isDurable(oracle, banks);

        DemoForm acts = setForm(banks);
        heading("Transfers");
        acts.transfer();

        heading(acts.tourTitle());
        boolean recovered = acts.tour();

        heading("Oracle: reads the databases, not Assent");
        boolean atomic = isWell(acts.examine());
        terminal.line("");
        boolean well = durable && recovered && atomic;
        terminal.line(well ? terminal.good("All is well.") : terminal.bad("Something is wrong: see above."));
        return well;
    }

    private void heading(String text) {
        terminal.line("");
        terminal.line(terminal.bold(text));
    }

    private List<Bank> startBanks() throws Exception {
        long began = System.nanoTime();
        BankServers started = setServers();
        List<Bank> banks = started.await();
        double seconds = (System.nanoTime() - began) / 1e9;
        for (Bank bank : banks) {
            bank.found();
        }
        terminal.line(Text.of("  two servers in %.1f s, on 127.0.0.1", seconds));
        for (Bank bank : banks) {
            terminal.line(Text.of("  %s is %s on port %d", bank.name(), bank.version(), bank.port()));
        }
        return banks;
    }

    private boolean isDurable(Oracle oracle, List<Bank> banks) throws Exception {
        List<String> violations = oracle.durability();
        if (violations.isEmpty()) {
            for (Bank bank : banks) {
                terminal.line("  " + bank.name() + " says: " + bank.durability());
            }
        }
        violations.forEach(each -> terminal.line("  " + terminal.bad(each)));
        terminal.line("  data in " + folder.path() + " (" + folder.fileSystem() + ")");
        if (folder.isInMemory()) {
            terminal.line(
                    "  " + terminal.bad("that is memory: forced writes cost nothing there, so the times say little;"));
            terminal.line("  " + terminal.bad("ASSENT_JAVA_OPTS=-Djava.io.tmpdir=FOLDER takes it to a disk"));
        }
        return violations.isEmpty();
    }

    private boolean isWell(Oracle.Finding finding) {
        if (finding.isWell()) {
            terminal.line(Text.of("  the total is %,d, as it was at first", finding.total()));
            terminal.line(Text.of(
                    "  %,d transfers are at both banks, all that were reported as committed and no other",
                    finding.transfers()));
            terminal.line(Text.of(
                    "  each of the %d balances is what its bank's journal makes of it",
                    CrashWorld.NAMES.size() * Bank.ACCOUNTS));
            terminal.line("  no prepared transaction is left in either server");
        }
        finding.violations().forEach(each -> terminal.line("  " + terminal.bad(each)));
        return finding.isWell();
    }

    // ---- the end

    /** Nothing is started any more once the end has begun: whoever comes late waits until the process is gone. */
    private synchronized BankServers setServers() throws InterruptedException {
        stopIfClosed();
        BankServers started = new BankServers(ServerFolder.in(folder.path()), options.databases());
        servers = started;
        return started;
    }

    private synchronized DemoForm setForm(List<Bank> banks) throws InterruptedException, IOException {
        stopIfClosed();
        Stage stage = new Stage(options, terminal, folder, banks);
        DemoForm made = options.processes() == 1
                ? new OneProcess(stage, Objects.requireNonNull(servers, "no servers were started"))
                : new FourProcessForm(stage);
        form = made;
        return made;
    }

    private void stopIfClosed() throws InterruptedException {
        if (closed) {
            throw new InterruptedException("the demo was ended");
        }
    }

    private void endedFromOutside() {
        ending.countDown();
        terminal.line("");
        terminal.line("Ended from outside: stopping all processes" + (options.keep() ? "" : ", deleting all files"));
        terminal.mute();
        Logger.getLogger("dev.assent").setLevel(Level.OFF);
        close();
    }

    /** Ends all processes, deletes all files or says where they are. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        endProcesses();
        if (options.keep()) {
            new KeptThings(folder, options).show(System.out);
        } else {
            deleteFiles();
        }
        if (Thread.currentThread() != hook) {
            removeHook();
        }
    }

    private void endProcesses() {
        if (form != null) {
            form.stop();
        }
        if (servers != null) {
            servers.close();
        }
    }

    private void deleteFiles() {
        try {
            folder.delete();
        } catch (IOException failure) {
            System.err.println(Message.DEMO_FOLDER_LEFT.text(folder.path(), failure));
        }
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException endedMeanwhile) {
            // it runs already, and will find nothing left to do
        }
    }
}
