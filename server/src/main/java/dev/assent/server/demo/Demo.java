package dev.assent.server.demo;

import dev.assent.core.log.LogStatistics;
import dev.assent.core.message.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The demo from its beginning to its end: servers, transfers, crash tour, oracle. Closing it ends every
 * process it started and deletes every file it made; so does a shutdown hook, when the process is ended
 * from outside.
 *
 * <p>Thread safety: one thread runs it; {@link #close} may be called by any thread.
 */
final class Demo implements AutoCloseable {
    /** The folder of Assent's log. */
    static final String LOG_FOLDER = "assent-log";

    private static final List<String> NAMES = List.of("north", "south");

    private final DemoOptions options;
    private final Terminal terminal;
    private final DemoFolder folder;
    private final Thread hook = new Thread(this::endedFromOutside, "assent-demo-end");
    private final List<CompletableFuture<PostgresServer>> servers = new ArrayList<>();
    private volatile @Nullable TransferLoad load;
    private volatile @Nullable CrashTour tour;
    private volatile boolean ending;
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
            if (ending) {
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
        List<String> violations = new ArrayList<>(oracle.durability());
        violations.forEach(each -> terminal.line("  " + terminal.bad(each)));

        heading("Transfers");
        int committed = makeTransfers(banks, oracle);

        heading("Crash tour: kill -9, and start again with the same log");
        CrashTour crashes = new CrashTour(folder, banks, terminal, committed);
        tour = crashes;
        boolean well = crashes.run() && violations.isEmpty();

        heading("Oracle: reads the databases, not Assent");
        Oracle.Finding finding = oracle.examine(crashes.committed());
        tell(oracle, finding);
        well &= finding.isWell();
        terminal.line("");
        terminal.line(well ? terminal.good("All is well.") : terminal.bad("Something is wrong: see above."));
        return well;
    }

    private void heading(String text) {
        terminal.line("");
        terminal.line(terminal.bold(text));
    }

    private List<Bank> startBanks() throws Exception {
        PostgresServer.unpackInto(folder.of("postgres"));
        long began = System.nanoTime();
        synchronized (servers) {
            for (String name : NAMES) {
                servers.add(
                        CompletableFuture.supplyAsync(() -> startServer(name), work -> new Thread(work, name).start()));
            }
        }
        List<Bank> banks = new ArrayList<>();
        for (int i = 0; i < NAMES.size(); i++) {
            banks.add(new Bank(NAMES.get(i), awaitServer(servers.get(i)).port()));
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        for (Bank bank : banks) {
            bank.found();
        }
        terminal.line("  two PostgreSQL %s servers in %.1f s: north on port %d, south on port %d"
                .formatted(
                        new Oracle(banks).version(),
                        seconds,
                        banks.get(0).port(),
                        banks.get(1).port()));
        terminal.line("  both say that fsync, synchronous_commit and full_page_writes are on");
        terminal.line("  data in " + folder.path() + " (" + folder.fileSystem() + ")");
        if (folder.isInMemory()) {
            terminal.line(
                    "  " + terminal.bad("this is memory: forced writes cost nothing here, so the times mean little;"));
            terminal.line("  " + terminal.bad("a disk is used with ASSENT_JAVA_OPTS=-Djava.io.tmpdir=FOLDER"));
        }
        return List.copyOf(banks);
    }

    private PostgresServer startServer(String name) {
        try {
            return PostgresServer.start(folder, name);
        } catch (IOException failure) {
            throw new CompletionException(failure);
        }
    }

    private static PostgresServer awaitServer(CompletableFuture<PostgresServer> server) throws Exception {
        try {
            return server.join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        }
    }

    private int makeTransfers(List<Bank> banks, Oracle oracle) throws Exception {
        PhaseTimes phases = new PhaseTimes();
        List<Long> forcesBefore = forces(banks, oracle);
        TransferLoad.Result result;
        LogStatistics log;
        try (TransferNode node = new TransferNode(folder.of(LOG_FOLDER), "parallel", banks, phases)) {
            TransferLoad transfers = new TransferLoad(node, phases, options.transfers(), options.threads());
            load = transfers;
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
            serverForces.add(
                    new LoadReport.ServerForces(banks.get(i).name(), forcesAfter.get(i) - forcesBefore.get(i)));
        }
        new LoadReport(result, phases, log, serverForces).show(terminal);
        return result.transfers();
    }

    private static List<Long> forces(List<Bank> banks, Oracle oracle) throws Exception {
        List<Long> all = new ArrayList<>();
        for (Bank bank : banks) {
            all.add(oracle.forcedWrites(bank));
        }
        return all;
    }

    private void tell(Oracle oracle, Oracle.Finding finding) {
        if (finding.isWell()) {
            terminal.line("  the total is %,d, as it was at first".formatted(finding.total()));
            terminal.line("  %,d transfers are at both banks, as many as were reported as committed, no other at either"
                    .formatted(finding.transfers()));
            terminal.line("  each of the %d balances is what its bank's journal makes of it"
                    .formatted(NAMES.size() * Bank.ACCOUNTS));
            terminal.line("  no prepared transaction is left in either server");
        }
        finding.violations().forEach(each -> terminal.line("  " + terminal.bad(each)));
    }

    private void endedFromOutside() {
        terminal.mute();
        java.util.logging.Logger.getLogger("dev.assent").setLevel(java.util.logging.Level.OFF);
        ending = true;
        end();
    }

    /** Ends all processes, deletes all files. Idempotent. */
    @Override
    public void close() {
        if (ending) {
            return;
        }
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException runsAlready) {
            // and finds nothing left to do
        }
    }

    private synchronized void end() {
        if (closed) {
            return;
        }
        closed = true;
        TransferLoad transfers = load;
        if (transfers != null) {
            transfers.stop();
        }
        CrashTour crashes = tour;
        if (crashes != null) {
            crashes.stop();
        }
        synchronized (servers) {
            List<CompletableFuture<Void>> stops = servers.stream()
                    .map(server -> server.handle((started, failure) -> started).thenAcceptAsync(Demo::stop))
                    .toList();
            stops.forEach(CompletableFuture::join);
        }
        if (options.keep()) {
            tellWhereThingsAre();
            return;
        }
        try {
            folder.delete();
        } catch (IOException failure) {
            System.err.println(Message.DEMO_FOLDER_LEFT.text(folder.path(), failure));
        }
    }

    private static void stop(@Nullable PostgresServer server) {
        if (server == null) {
            return;
        }
        try {
            server.close();
        } catch (IOException failure) {
            System.err.println(failure.getMessage());
        }
    }

    private void tellWhereThingsAre() {
        Path path = folder.path();
        terminal.line("");
        terminal.line(terminal.bold("Kept"));
        terminal.line("  " + path);
        terminal.line("    " + LOG_FOLDER + "      Assent's log");
    }
}
