package dev.assent.server.processes;

import dev.assent.Assent;
import dev.assent.core.foreign.Failure;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.node.CallingClient;
import dev.assent.server.crash.CrashTrigger;
import dev.assent.server.crash.Transfer;
import dev.assent.server.crash.Victim;
import dev.assent.server.crash.VictimProcess;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The client: every transfer is a transaction of the coordinator's, with one call to each bank.
 *
 * <pre>
 * load FIRST COUNT THREADS SECONDS    makes transfers, the identities from FIRST, each within the seconds; "loading".
 *                                     News: "begun ID", then "did ID committed|rolled-back|unknown NANOS"
 * stop-load                           lets those under way end; "stopped"
 * count                               how many messages there were; "counts ..."
 * record                              tells of every event from now on; "recording"
 * </pre>
 *
 * <p>Thread safety: all methods may be called by any thread; one transfer a thread at a time.
 */
final class ClientVictim implements Victim {
    /** Begun, and nothing done. */
    static final String BEGUN = "BEGUN";

    /** The bank in the north has worked. */
    static final String CALLED_NORTH = "CALLED_NORTH";

    /** Both banks have worked; the commit is not asked for yet. */
    static final String CALLED_SOUTH = "CALLED_SOUTH";

    /** If a client does not end its transaction, that rolls back after this time: the tour waits for it. */
    static final int TIMEOUT_SECONDS = 5;

    private final CrashTrigger trigger;
    private final Recorder recorder;
    private final ConnectedClient client;
    private final BankService north;
    private final BankService south;
    private @Nullable ClientLoad load;

    ClientVictim(Map<Role, String> addresses, CrashTrigger trigger) {
        this.trigger = trigger;
        this.recorder = new Recorder(trigger, "nothing");
        String coordinator = addresses.getOrDefault(Role.COORDINATOR, "");
        CallingClient caller = CallingClient.open(coordinator, RemoteConfig.defaults());
        caller.add(coordinator.substring(0, coordinator.indexOf(':') + 1), Map.of(), recorder);
        this.client = caller;
        this.north = bank(addresses.getOrDefault(Role.NORTH, ""));
        this.south = bank(addresses.getOrDefault(Role.SOUTH, ""));
    }

    private BankService bank(String address) {
        return client.connect(address + "/" + BankService.NAME, BankService.class);
    }

    @Override
    public @Nullable Assent node() {
        return null;
    }

    @Override
    public void make(Transfer transfer) throws Exception {
        make(transfer, TIMEOUT_SECONDS);
    }

    private void make(Transfer transfer, int timeoutSeconds) throws Exception {
        UserTransaction transaction = client.transactions();
        begin(transaction, timeoutSeconds);
        try {
            trigger.reach(BEGUN);
            north.book(transfer.id(), transfer.northAccount(), -transfer.amount());
            trigger.reach(CALLED_NORTH);
            south.book(transfer.id(), transfer.southAccount(), transfer.amount());
            trigger.reach(CALLED_SOUTH);
        } catch (Exception refused) {
            throw rolledBack(transaction, refused);
        }
        if (transfer.withdrawn()) {
            throw rolledBack(transaction, new RollbackException("withdrawn"));
        }
        transaction.commit();
    }

    private static void begin(UserTransaction transaction, int timeoutSeconds) throws RollbackException {
        try {
            transaction.setTransactionTimeout(timeoutSeconds);
            transaction.begin();
        } catch (NotSupportedException | SystemException notBegun) {
            throw rollback(notBegun);
        }
    }

    /**
     * If the client can't tell the coordinator, the transaction rolls back at its timeout: no one has asked for the
     * commit.
     */
    private static RollbackException rolledBack(UserTransaction transaction, Exception cause) {
        try {
            transaction.rollback();
        } catch (SystemException later) {
            Failure.suppress(cause, later);
        }
        return rollback(cause);
    }

    private static RollbackException rollback(Exception cause) {
        RollbackException told = new RollbackException(cause.toString());
        told.initCause(cause);
        return told;
    }

    @Override
    public String obey(String[] command) throws InterruptedException {
        return switch (command[0]) {
            case "load" -> {
                load = new ClientLoad(this, trigger, Integer.parseInt(command[1]), Integer.parseInt(command[2]));
                load.start(Integer.parseInt(command[3]), Integer.parseInt(command[4]));
                yield "loading";
            }
            case "stop-load" -> {
                if (load != null) {
                    load.stop();
                }
                yield "stopped";
            }
            case "count" -> "counts " + recorder.counts();
            case "record" -> recorder.begin();
            default -> "unknown-command " + command[0];
        };
    }

    /** Makes a transfer, and reports its outcome. */
    String outcome(Transfer transfer, int timeoutSeconds) {
        try {
            make(transfer, timeoutSeconds);
            return VictimProcess.COMMITTED;
        } catch (RollbackException rolledBack) {
            return VictimProcess.ROLLED_BACK;
        } catch (Exception unknown) {
            return VictimProcess.UNKNOWN;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
