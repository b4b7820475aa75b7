package dev.assent.server.demo;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import dev.assent.server.crash.Bank;
import dev.assent.server.crash.BankServers;
import dev.assent.server.crash.VictimProcess;
import dev.assent.server.processes.Event;
import dev.assent.server.processes.FourProcesses;
import dev.assent.server.processes.ProcessWire;
import dev.assent.server.processes.Reported;
import dev.assent.server.processes.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One transfer in four processes, with everything that happens in them. One thread makes it. */
final class Explanation implements Premises.Tenant {
    /** Before the one that is explained, so that connections are made and code is loaded. */
    private static final int TRANSFERS_BEFORE = 20;

    private static final int TIMEOUT_SECONDS = 60;

    private final FourProcesses processes;
    private final Reported reported = new Reported();
    private final List<Sequence.Entry> entries = new ArrayList<>();

    /** With banks that are founded. */
    Explanation(BankServers servers, DemoFolder folder, List<Bank> banks) throws IOException {
        processes = new FourProcesses(
                servers,
                FourProcesses.watched(banks),
                new FourProcesses.Site(ProcessWire.NATIVE, folder.path(), folder.of(KeptThings.PROCESSES)),
                this::hear);
    }

    private void hear(Role role, String news) {
        if (Event.isWord(news)) {
            synchronized (entries) {
                entries.add(new Sequence.Entry(role, Event.parse(news)));
            }
        } else {
            reported.hear(news);
        }
    }

    /**
     * Makes the transfer.
     *
     * @throws IOException when it is not committed
     */
    Sequence make() throws Exception {
        processes.start();
        load(1, TRANSFERS_BEFORE);
        for (Role each : Role.values()) {
            processes.of(each).ask("record", "recording");
        }
        load(TRANSFERS_BEFORE + 1, 1);
        // each process sends this answer after all its earlier reports
        for (Role each : Role.values()) {
            processes.of(each).ask("count", "counts");
        }
        synchronized (entries) {
            return Sequence.of(entries, processes::at);
        }
    }

    private void load(int first, int count) throws Exception {
        VictimProcess client = processes.of(Role.CLIENT);
        client.ask("load " + first + " " + count + " 1 " + TIMEOUT_SECONDS, "loading");
        while (reported.awaitDone(first + count - 1, TIMEOUT_SECONDS) < first + count - 1) {
            client.checkAlive();
        }
        client.ask("stop-load", "stopped");
        processes.settle();
        int failed = first + count - 1 - reported.committed().cardinality();
        if (failed > 0) {
            throw new IOException(MESSAGES.demoTransferFailed(Text.count(failed, "transfer")));
        }
    }

    @Override
    public void stop() {
        processes.close();
    }
}
