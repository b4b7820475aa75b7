package dev.assent.server.demo;

import dev.assent.core.log.LogStatistics;
import dev.assent.core.message.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
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
    private @Nullable TransferLoad load;
    private @Nullable CrashTour tour;
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
        boolean durable = isDurable(oracle);

        heading("Transfers");
        BitSet committed = makeTransfers(banks, oracle);

        heading("Crash tour: kill -9, and start again with the same log");
        CrashTour crashes = new CrashTour(folder, banks, terminal, committed);
        setTour(crashes);
        boolean recovered = crashes.run();

        heading("Oracle: reads the databases, not Assent");
        boolean atomic = isWell(oracle.examine(crashes.committed()));
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
        terminal.line(Text.of(
                "  two PostgreSQL %s servers in %.1f s: north on port %d, south on port %d",
                new Oracle(banks).version(),
                seconds,
                banks.get(0).port(),
                banks.get(1).port()));
        return banks;
    }

    private boolean isDurable(Oracle oracle) throws Exception {
        List<String> violations = oracle.durability();
        if (violations.isEmpty()) {
            terminal.line("  both say that fsync, synchronous_commit and full_page_writes are on");
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

    private BitSet makeTransfers(List<Bank> banks, Oracle oracle) throws Exception {
        PhaseTimes phases = new PhaseTimes();
        List<Long> forcesBefore = forces(banks, oracle);
        TransferLoad.Result result;
        LogStatistics log;
        TransferNode.Config config = new TransferNode.Config(folder.of(KeptThings.LOG), "parallel", options.threads());
        try (TransferNode node = new TransferNode(config, banks, phases)) {
            node.connect();
            TransferLoad transfers = new TransferLoad(node, phases, options.transfers(), options.threads());
            setLoad(transfers);
            ProgressBar progress = new ProgressBar(terminal, "transfers", options.transfers());
            try {
                result = transfers.run(progress);
            } catch (Exception failure) {
                throw new IOException(Message.DEMO_TRANSFER_FAILED.text(failure), failure);
            } finally {
                progress.clear();
            }
            log = node.assent().logStatistics();
        }
        List<Long> forcesAfter = forces(banks, oracle);
        List<LoadReport.ServerForces> serverForces = new ArrayList<>();
        for (int i = 0; i < banks.size(); i++) {
            long forces = forcesAfter.get(i) - forcesBefore.get(i);
            serverForces.add(new LoadReport.ServerForces(banks.get(i).name(), forces));
        }
        new LoadReport(result, phases, log, serverForces).show(terminal);
        return result.committed();
    }

    private static List<Long> forces(List<Bank> banks, Oracle oracle) throws Exception {
        List<Long> all = new ArrayList<>();
        for (Bank bank : banks) {
            all.add(oracle.forcedWrites(bank));
        }
        return all;
    }

    private boolean isWell(Oracle.Finding finding) {
        if (finding.isWell()) {
            terminal.line(Text.of("  the total is %,d, as it was at first", finding.total()));
            terminal.line(Text.of(
                    "  %,d transfers are at both banks, all that were reported as committed and no other",
                    finding.transfers()));
            terminal.line(Text.of(
                    "  each of the %d balances is what its bank's journal makes of it",
                    BankServers.NAMES.size() * Bank.ACCOUNTS));
            terminal.line("  no prepared transaction is left in either server");
        }
        finding.violations().forEach(each -> terminal.line("  " + terminal.bad(each)));
        return finding.isWell();
    }

    // ---- the end

    /** Nothing is started any more once the end has begun: whoever comes late waits until the process is gone. */
    private synchronized BankServers setServers() throws InterruptedException {
        stopIfClosed();
        BankServers started = new BankServers(folder);
        servers = started;
        return started;
    }

    private synchronized void setLoad(TransferLoad transfers) throws InterruptedException {
        stopIfClosed();
        load = transfers;
    }

    private synchronized void setTour(CrashTour crashes) throws InterruptedException {
        stopIfClosed();
        tour = crashes;
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
            new KeptThings(folder).show(System.out);
        } else {
            deleteFiles();
        }
        if (Thread.currentThread() != hook) {
            removeHook();
        }
    }

    private void endProcesses() {
        if (load != null) {
            load.stop();
        }
        if (tour != null) {
            tour.stop();
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
