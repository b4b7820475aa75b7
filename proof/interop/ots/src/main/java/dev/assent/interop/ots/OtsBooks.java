package dev.assent.interop.ots;

import dev.assent.interop.Books;
import dev.assent.interop.Ledger;
import dev.assent.interop.LedgerConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.transaction.xa.Xid;
import org.omg.CORBA.ORB;
import org.omg.CORBA.UserException;
import org.omg.CosTransactions.Coordinator;
import org.omg.CosTransactions.RecoveryCoordinator;
import org.omg.CosTransactions.RecoveryCoordinatorHelper;
import org.omg.CosTransactions.Resource;
import org.omg.CosTransactions.ResourceHelper;
import org.omg.CosTransactions.Status;
import org.omg.CosTransactions.Synchronization;
import org.omg.CosTransactions.SynchronizationHelper;
import org.omg.CosTransactions.SynchronizationPOA;
import org.omg.PortableServer.POA;

/**
 * Books whose branches are Resources of the Transaction Service, on any ORB and with any Current. Each keeps the reference of
 * its RecoveryCoordinator in a file, before it can be asked to prepare.
 *
 * <p>Thread safety: as {@link Books}.
 */
public final class OtsBooks implements Books {
    private static final int FORMAT = 0x4F545342;

    private final Means by;
    private final Ledger ledger;
    private final Path references;
    private final Map<Path, Resource> served = new ConcurrentHashMap<>();

    /**
     * The means of taking part.
     *
     * @param orb of the process
     * @param objects has their servants
     * @param coordinator of the thread's transaction
     */
    public record Means(ORB orb, POA objects, Callable<Coordinator> coordinator) {}

    /**
     * Books of a ledger.
     *
     * @param references the folder for references, which may be that of the ledger
     */
    public OtsBooks(Means by, Ledger ledger, Path references) {
        this.by = by;
        this.ledger = ledger;
        this.references = references;
    }

    /** A branch of this process. */
    private record Branch(byte[] name) implements Xid {
        @Override
        public int getFormatId() {
            return FORMAT;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return name.clone();
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[0];
        }
    }

    private LedgerConnection register() {
        try {
            Branch branch = new Branch(UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII));
            LedgerConnection connection = new LedgerConnection(ledger);
            connection.start(branch, LedgerConnection.TMNOFLAGS);
            Resource resource = serve(connection, branch);
            served.put(file(branch), resource);
            RecoveryCoordinator recovery = by.coordinator().call().register_resource(resource);
            Files.writeString(file(branch), by.orb().object_to_string(recovery));
            return connection;
        } catch (Exception refused) {
            throw new IllegalStateException(refused);
        }
    }

    private Resource serve(LedgerConnection connection, Xid branch) {
        try {
            return ResourceHelper.narrow(by.objects().servant_to_reference(new LedgerServant(connection, branch)));
        } catch (UserException closed) {
            throw new IllegalStateException(closed);
        }
    }

    private Path file(Xid branch) {
        return references.resolve(HexFormat.of().formatHex(branch.getGlobalTransactionId()));
    }

    /**
     * Asks once a second for the outcome of the prepared branches, as a Resource must that hears nothing. Among them
     * are the branches of a dead process.
     */
    public void askForEver() {
        Thread asking = new Thread(
                () -> {
                    while (true) {
                        for (Xid each : ledger.prepared()) {
                            ask(each);
                        }
                        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
                    }
                },
                "asking");
        asking.setDaemon(true);
        asking.start();
    }

    private void ask(Xid branch) {
        LedgerConnection connection = new LedgerConnection(ledger);
        try {
            Resource resource = served.computeIfAbsent(file(branch), fresh -> serve(connection, branch));
            Status status = RecoveryCoordinatorHelper.unchecked_narrow(
                            by.orb().string_to_object(Files.readString(file(branch))))
                    .replay_completion(resource);
            if (status.value() == Status._StatusRolledBack) {
                connection.rollback(branch);
            } // else its coordinator tells the resource that it was given
        } catch (Exception askedAgain) {
            // the coordinator is not reached, has not decided, or has told the resource meanwhile
        }
    }

    @Override
    public int write(int entry) {
        register().write(entry);
        return entry;
    }

    @Override
    public int refuse(int entry) {
        LedgerConnection connection = register();
        connection.write(entry);
        connection.refuse();
        return entry;
    }

    @Override
    public int look(int entry) {
        register();
        return entry;
    }

    @Override
    public int watch(int entry) {
        try {
            LedgerConnection connection = register();
            var servant = new SynchronizationPOA() {
                @Override
                public void before_completion() {
                    connection.write(entry);
                }

                @Override
                public void after_completion(Status status) {}
            };
            Synchronization reference =
                    SynchronizationHelper.narrow(by.objects().servant_to_reference(servant));
            by.coordinator().call().register_synchronization(reference);
            return entry;
        } catch (Exception refused) {
            throw new IllegalStateException(refused);
        }
    }
}
