package dev.assent.server.crash;

import dev.assent.backends.BackendServer;
import dev.assent.backends.DatabaseServer;
import dev.assent.backends.QuickJvm;
import dev.assent.backends.artemis.ArtemisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A broker in the north and a bank in the south, with a {@link RelayNode} between them. It reads the state of the north
 * from its queues: an order that is not booked is in one queue, its receipt in the other, and no order is in both.
 *
 * <p>Thread safety: see {@link CrashWorld}.
 */
final class RelayWorld implements CrashWorld {
    private static final int SETTLED_SECONDS_MAX = 300;
    private static final int ASK_AGAIN_MILLIS = 20;

    /** From this many receipts on the test removes them, so that the queue stays quick to read. */
    private static final int RECEIPTS_MAX = 30;

    private final ArtemisServer broker;
    private final DatabaseServer database;
    private final Bank bank;
    private final QuickJvm jvm;
    private final Path log;
    private final Path errors;
    private final BitSet taken = new BitSet();

    /** The parameters are as for {@link BankWorld}. */
    RelayWorld(ArtemisServer broker, DatabaseServer database, QuickJvm jvm, Path log, Path errors) {
        this.broker = broker;
        this.database = database;
        this.bank = Bank.of(database);
        this.jvm = jvm;
        this.log = log;
        this.errors = errors;
    }

    @Override
    public boolean refusesAtPrepare() {
        return bank.dialect().refusesAtPrepare();
    }

    @Override
    public VictimProcess fork() throws IOException {
        List<String> arguments = new ArrayList<>(List.of(log.toString(), broker.url()));
        arguments.addAll(bank.arguments());
        return VictimProcess.fork(jvm, RelayNode.class, arguments, errors);
    }

    /** Neither keeps any. */
    @Override
    public void endWorkOfTheDead() {}

    @Override
    public List<String> inDoubt() throws Exception {
        List<String> names =
                new ArrayList<>(Collections.nCopies(broker.prepared().size(), NAMES.get(0)));
        database.prepared().forEach(branch -> names.add(NAMES.get(1)));
        return names;
    }

    @Override
    public List<String> whereMade(int transfer) throws Exception {
        List<String> names = new ArrayList<>();
        if (hasReceipt(transfer)) {
            names.add(NAMES.get(0));
        }
        if (new Oracle(List.of(bank)).whereMade(transfer).contains(bank.name())) {
            names.add(NAMES.get(1));
        }
        return names;
    }

    /**
     * Waits until the order is in one of the queues, unless a prepared branch has it: when the broker sees that a dead
     * process's connection is gone, it returns the messages that the process had received.
     */
    private boolean hasReceipt(int transfer) throws InterruptedException {
        long sinceNanos = System.nanoTime();
        while (true) {
            boolean isPrepared = !broker.prepared().isEmpty();
            boolean isDone =
                    taken.get(transfer) || transfers(RelayNode.RECEIPTS).contains(transfer);
            if (isDone || isPrepared || transfers(RelayNode.ORDERS).contains(transfer)) {
                return isDone;
            }
            if (System.nanoTime() - sinceNanos > TimeUnit.SECONDS.toNanos(SETTLED_SECONDS_MAX)) {
                throw new IllegalStateException("transfer " + transfer + " is in no queue and in no prepared branch");
            }
            TimeUnit.MILLISECONDS.sleep(ASK_AGAIN_MILLIS);
        }
    }

    private List<Integer> transfers(String queue) {
        return broker.texts(queue).stream()
                .map(word -> Transfer.parse(word).id())
                .toList();
    }

    @Override
    public List<String> examine(BitSet committed) throws Exception {
        List<String> violations = new ArrayList<>(Oracle.examine(bank, committed));
        broker.prepared().forEach(xid -> violations.add("the broker has a prepared branch left: " + xid));
        BitSet receipts = (BitSet) taken.clone();
        for (int transfer : transfers(RelayNode.RECEIPTS)) {
            if (receipts.get(transfer)) {
                violations.add("transfer " + transfer + " has two receipts");
            }
            receipts.set(transfer);
        }
        BitSet different = (BitSet) receipts.clone();
        different.xor(committed);
        different.stream()
                .forEach(transfer -> violations.add("transfer " + transfer + " has "
                        + (receipts.get(transfer) ? "a receipt and was not committed" : "no receipt")));
        for (String order : broker.drain(RelayNode.ORDERS)) {
            if (committed.get(Transfer.parse(order).id())) {
                violations.add("the order of committed transfer " + order + " is still there");
            }
        }
        if (receipts.cardinality() - taken.cardinality() > RECEIPTS_MAX) {
            broker.drain(RelayNode.RECEIPTS)
                    .forEach(word -> taken.set(Transfer.parse(word).id()));
        }
        return violations;
    }

    /** Both do. */
    @Override
    public boolean forcesRollback(int side) {
        return true;
    }

    private BackendServer server(int side) {
        return side == 0 ? broker : database;
    }

    @Override
    public void kill(int side) throws IOException {
        server(side).kill();
    }

    @Override
    public void restart(int side) throws IOException {
        server(side).restart();
    }
}
