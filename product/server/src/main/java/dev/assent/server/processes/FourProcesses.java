package dev.assent.server.processes;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.backends.FreePort;
import dev.assent.backends.QuickJvm;
import dev.assent.server.crash.Bank;
import dev.assent.server.crash.BankServers;
import dev.assent.server.crash.Oracle;
import dev.assent.server.crash.VictimProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The four processes, each at its address and with its log for as long as this lives, however often it is killed.
 *
 * <p>Thread safety: one thread uses them; {@link #close} may be called by any thread.
 */
public final class FourProcesses implements AutoCloseable {
    private static final int SETTLE_TRIES_MAX = 600;
    private static final int SETTLE_AGAIN_MILLIS = 100;

    private final BankServers servers;
    private final List<Bank> banks;
    private final Oracle oracle;
    private final Site site;
    private final BiConsumer<Role, String> news;
    private final Map<Role, String> addresses = new EnumMap<>(Role.class);
    private final Map<Role, VictimProcess> processes = new EnumMap<>(Role.class);
    private boolean isClosed;

    /**
     * Where the processes are.
     *
     * @param wire they talk over
     * @param folder that has the log of each, by its name
     * @param errors the file for their error output
     */
    public record Site(ProcessWire wire, Path folder, Path errors) {}

    /**
     * Processes that are not started.
     *
     * @param servers that run
     * @param banks in them, which are founded
     * @param site where they are
     * @param news receives a process's lines that are no answers, on any thread
     * @throws IOException when no port is free
     */
    public FourProcesses(BankServers servers, List<Bank> banks, Site site, BiConsumer<Role, String> news)
            throws IOException {
        this.servers = servers;
        this.banks = List.copyOf(banks);
        this.oracle = new Oracle(banks);
        this.site = site;
        this.news = news;
        Set<Integer> ports = new HashSet<>();
        while (ports.size() < Role.NODES.size()) {
            ports.add(FreePort.find());
        }
        List<Integer> all = List.copyOf(ports);
        for (int i = 0; i < all.size(); i++) {
            addresses.put(Role.NODES.get(i), site.wire().address(all.get(i)));
        }
    }

    /** Starts all, the client last. */
    public void start() throws IOException, InterruptedException {
        for (Role each : Role.NODES) {
            fork(each);
        }
        fork(Role.CLIENT);
        for (Role each : Role.values()) {
            of(each).open();
        }
    }

    /** Starts a process; the caller opens what runs in it. */
    synchronized VictimProcess fork(Role role) throws IOException, InterruptedException {
        if (isClosed) {
            throw new InterruptedException("the processes were ended");
        }
        Path log = site.folder().resolve("assent-log-" + role);
        RoleProcess.Setup setup = new RoleProcess.Setup(role, log.toString(), addresses, bank(role));
        VictimProcess started = VictimProcess.fork(
                QuickJvm.plain(), RoleProcess.class, setup.arguments(), site.errors(), line -> news.accept(role, line));
        processes.put(role, started);
        return started;
    }

    /** The same banks, whose processes can tell of every XA call. */
    public static List<Bank> watched(List<Bank> banks) {
        return banks.stream()
                .map(each ->
                        new Bank(each.name(), each.database(), each.login(), WatchedDataSource.before(each.driver())))
                .toList();
    }

    private List<Bank> bank(Role role) {
        return role.isBank() ? List.of(banks.get(side(role))) : List.of();
    }

    private static int side(Role bank) {
        return bank == Role.NORTH ? 0 : 1;
    }

    /**
     * Ends the banks' nodes in an orderly way and starts them again, so that in between no node is connected to a
     * database.
     */
    public void restartBanks() throws IOException, InterruptedException {
        for (Role each : Role.values()) {
            if (each.isBank()) {
                of(each).close();
                fork(each).open();
            }
        }
    }

    /** The process that has an address, or calls itself so. */
    public Role at(String peer) {
        return addresses.entrySet().stream()
                .filter(each -> each.getValue().equals(peer))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(Role.CLIENT);
    }

    /** As of {@link ProcessWire#asksForVotesAgain}. */
    boolean asksForVotesAgain() {
        return site.wire().asksForVotesAgain();
    }

    /** Where a node listens. */
    public String address(Role role) {
        return addresses.getOrDefault(role, "");
    }

    /** A process that was started. */
    public synchronized VictimProcess of(Role role) {
        VictimProcess found = processes.get(role);
        if (found == null) {
            throw new IllegalStateException("no process was started as " + role);
        }
        return found;
    }

    /** Reads the databases. */
    Oracle oracle() {
        return oracle;
    }

    /**
     * Lets the nodes recover until nothing is under way in any of them, and nothing is prepared in any database.
     *
     * @throws IOException when that does not come
     */
    public void settle() throws Exception {
        await(VictimProcess::isSettled);
    }

    /** The same, of nodes that recover by themselves alone: it takes as long as it would take without an onlooker. */
    void settleByThemselves() throws Exception {
        await(VictimProcess::isSettledByItself);
    }

    /** Whether a process is settled. */
    private interface Look {
        boolean at(VictimProcess process) throws IOException, InterruptedException;
    }

    private void await(Look look) throws Exception {
        String left = "";
        for (int attempt = 0; attempt < SETTLE_TRIES_MAX; attempt++) {
            left = unsettled(look);
            if (left.isEmpty()) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(SETTLE_AGAIN_MILLIS);
        }
        throw new IOException(MESSAGES.processesUnsettled(left));
    }

    /** The nodes that have work left; empty if none has. */
    private String unsettled(Look look) throws Exception {
        for (Role each : Role.NODES) {
            if (!look.at(of(each))) {
                return each.toString();
            }
        }
        List<String> inDoubt = oracle.inDoubt();
        return inDoubt.isEmpty() ? "" : "the database in the " + inDoubt.get(0);
    }

    /** Kills a process with signal 9; its exit status. A database that keeps the work of the dead is started again. */
    int kill(Role role) throws Exception {
        int status = of(role).kill();
        if (role.isBank() && banks.get(side(role)).keepsWorkOfTheDead()) {
            servers.restart(side(role));
        }
        return status;
    }

    /** Starts no more processes, and kills those that run. */
    @Override
    public synchronized void close() {
        isClosed = true;
        processes.values().forEach(VictimProcess::kill);
    }
}
