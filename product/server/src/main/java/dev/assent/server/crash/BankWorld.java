package dev.assent.server.crash;

import dev.assent.backends.QuickJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Two banks in databases. Thread safety: see {@link CrashWorld}. */
public final class BankWorld implements CrashWorld {
    private final BankServers servers;
    private final List<Bank> banks;
    private final Oracle oracle;
    private final QuickJvm jvm;
    private final Path log;
    private final Path errors;

    /**
     * A world of these servers.
     *
     * @param servers that run, with banks that are founded
     * @param jvm how the process with the node is started
     * @param log the log folder of the node that the tour crashes
     * @param errors the file for the error output of its processes
     * @throws IOException when a server can't be started
     */
    public BankWorld(BankServers servers, QuickJvm jvm, Path log, Path errors) throws IOException {
        this.servers = servers;
        this.banks = servers.await();
        this.oracle = new Oracle(banks);
        this.jvm = jvm;
        this.log = log;
        this.errors = errors;
    }

    @Override
    public boolean refusesAtPrepare() {
        return banks.get(1).dialect().refusesAtPrepare();
    }

    @Override
    public VictimProcess fork() throws IOException {
        List<String> arguments = new ArrayList<>(List.of(log.toString()));
        banks.forEach(bank -> arguments.addAll(bank.arguments()));
        return VictimProcess.fork(jvm, CrashVictim.class, arguments, errors);
    }

    @Override
    public void endWorkOfTheDead() throws Exception {
        for (int side = 0; side < banks.size(); side++) {
            if (banks.get(side).keepsWorkOfTheDead()) {
                kill(side);
                restart(side);
            }
        }
    }

    @Override
    public List<String> inDoubt() throws Exception {
        return oracle.inDoubt();
    }

    @Override
    public List<String> whereMade(int transfer) throws Exception {
        return oracle.whereMade(transfer);
    }

    @Override
    public List<String> examine(BitSet committed) throws Exception {
        return oracle.examine(committed).violations();
    }

    @Override
    public boolean forcesRollback(int side) {
        return banks.get(side).forcesRollback();
    }

    @Override
    public void kill(int side) throws IOException {
        servers.server(side).kill();
    }

    @Override
    public void restart(int side) throws IOException {
        servers.server(side).restart();
    }
}
