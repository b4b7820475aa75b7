package dev.assent.server.demo;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.MetricsSnapshot;
import dev.assent.backends.QuickJvm;
import dev.assent.server.crash.Bank;
import dev.assent.server.crash.BankServers;
import dev.assent.server.crash.BankWorld;
import dev.assent.server.crash.CrashPoint;
import dev.assent.server.crash.CrashTour;
import dev.assent.server.crash.Oracle;
import dev.assent.server.crash.TransferNode;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The demo in one process: this one makes the transfers, and another one like it is killed in the tour. */
final class OneProcess implements DemoForm {
    private final Stage stage;
    private final BankServers servers;
    private final Oracle oracle;
    private BitSet committed = new BitSet();
    private @Nullable TransferLoad load;
    private @Nullable CrashTour tour;
    private boolean isStopped;

    /** With servers that run. */
    OneProcess(Stage stage, BankServers servers) {
        this.stage = stage;
        this.servers = servers;
        this.oracle = new Oracle(stage.banks());
    }

    @Override
    public void transfer() throws Exception {
        DemoOptions options = stage.options();
        PhaseTimes phases = new PhaseTimes();
        ServerForces forces = ServerForces.begin(stage.banks(), oracle);
        TransferLoad.Result result;
        MetricsSnapshot.Log log;
        List<Bank> banks = stage.banks();
        TransferNode.Config config = TransferNode.Config.forLoad(stage.folder().of(KeptThings.LOG), options.threads());
        try (TransferNode node = new TransferNode(config, banks, phases)) {
            node.connect();
            TransferLoad transfers = new TransferLoad(node, phases, options.transfers(), options.threads());
            set(transfers);
            ProgressBar progress = new ProgressBar(stage.terminal(), "transfers", options.transfers());
            try {
                result = transfers.run(progress);
            } catch (Exception failure) {
                throw new IOException(MESSAGES.demoTransferFailed(failure), failure);
            } finally {
                progress.clear();
            }
            log = node.assent().logStatistics();
        }
        new LoadReport(result, phases, log, forces.end()).show(stage.terminal());
        committed = result.committed();
    }

    @Override
    public String tourTitle() {
        return "Crash tour: kill -9, and start again with the same log";
    }

    @Override
    public boolean tour() throws Exception {
        DemoFolder folder = stage.folder();
        BankWorld world =
                new BankWorld(servers, QuickJvm.plain(), folder.of(KeptThings.LOG), folder.of(KeptThings.PROCESSES));
        CrashTour crashes = new CrashTour(world, committed);
        set(crashes);
        boolean well = new TourReport(stage.terminal()).run(crashes, CrashPoint.all(world.refusesAtPrepare()));
        committed = crashes.committed();
        return well;
    }

    @Override
    public String longerTour() {
        return "";
    }

    @Override
    public Oracle.Finding examine() throws Exception {
        return oracle.examine(committed);
    }

    private synchronized void set(TransferLoad transfers) throws InterruptedException {
        stopIfStopped();
        load = transfers;
    }

    private synchronized void set(CrashTour crashes) throws InterruptedException {
        stopIfStopped();
        tour = crashes;
    }

    private void stopIfStopped() throws InterruptedException {
        if (isStopped) {
            throw new InterruptedException("the demo was ended");
        }
    }

    @Override
    public synchronized void stop() {
        isStopped = true;
        if (load != null) {
            load.stop();
        }
        if (tour != null) {
            tour.stop();
        }
    }
}
