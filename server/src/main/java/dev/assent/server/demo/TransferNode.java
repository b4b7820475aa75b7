package dev.assent.server.demo;

import dev.assent.core.Assent;
import dev.assent.core.AssentConfig;
import dev.assent.core.Setting;
import dev.assent.core.jta.JtaTransaction;
import dev.assent.core.observe.Tracer;
import dev.assent.core.xa.RecoverableResource;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;

/**
 * A process that makes transfers: an Assent node with both banks as its resources.
 *
 * <p>Thread safety: all methods may be called by any thread; one transfer a thread at a time.
 */
final class TransferNode implements AutoCloseable {
    private static final String MOVE = "UPDATE accounts SET balance = balance + ? WHERE id = ?";
    private static final String WRITE_DOWN = "INSERT INTO transfers (id, account, amount) VALUES (?, ?, ?)";

    private final Assent assent;
    private final List<Bank> banks;
    private final ThreadLocal<List<XAConnection>> connections;
    private final List<XAConnection> opened = new ArrayList<>();

    /**
     * Opens the node, which begins to recover at once.
     *
     * @param dispatch how participants are asked: {@code parallel} or {@code inline}
     */
    TransferNode(Path logFolder, String dispatch, List<Bank> banks, Tracer tracer) {
        this.banks = banks;
        AssentConfig config =
                AssentConfig.defaults().with(Setting.LOG_FOLDER, logFolder).with(Setting.DISPATCH, dispatch);
        assent = Assent.open(config, tracer);
        banks.forEach(bank -> assent.register(new BankResource(bank)));
        connections = ThreadLocal.withInitial(this::openConnections);
    }

    private synchronized List<XAConnection> openConnections() {
        try {
            List<XAConnection> mine = new ArrayList<>();
            for (Bank bank : banks) {
                mine.add(bank.xaDataSource().getXAConnection());
            }
            opened.addAll(mine);
            return mine;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    Assent assent() {
        return assent;
    }

    /**
     * Makes a transfer: one transaction over both banks. Always first the north and then the south, so that
     * no two transfers wait for each other.
     *
     * @throws Exception when it was not committed, or when nobody can say
     */
    void make(Transfer transfer) throws Exception {
        TransactionManager manager = assent.transactionManager();
        manager.begin();
        boolean worked = false;
        try {
            work(0, transfer.northAccount(), -transfer.amount(), transfer.id());
            work(1, transfer.southAccount(), transfer.amount(), transfer.id());
            worked = true;
        } finally {
            if (!worked) {
                manager.rollback();
            }
        }
        manager.commit();
    }

    private void work(int bank, int account, long amount, long id) throws Exception {
        XAConnection xa = connections.get().get(bank);
        JtaTransaction transaction =
                (JtaTransaction) assent.transactionManager().getTransaction();
        Objects.requireNonNull(transaction).enlistResource(banks.get(bank).name(), xa.getXAResource());
        try (Connection connection = xa.getConnection();
                PreparedStatement move = connection.prepareStatement(MOVE);
                PreparedStatement writeDown = connection.prepareStatement(WRITE_DOWN)) {
            move.setLong(1, amount);
            move.setInt(2, account);
            move.executeUpdate();
            writeDown.setLong(1, id);
            writeDown.setInt(2, account);
            writeDown.setLong(3, amount);
            writeDown.executeUpdate();
        }
    }

    @Override
    public void close() {
        assent.close();
        for (XAConnection connection : opened) {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private record BankResource(Bank bank) implements RecoverableResource {
        @Override
        public String name() {
            return bank.name();
        }

        @Override
        public Session open() throws Exception {
            XAConnection connection = bank.xaDataSource().getXAConnection();
            XAResource resource = connection.getXAResource();
            return new Session() {
                @Override
                public XAResource xaResource() {
                    return resource;
                }

                @Override
                public void close() {
                    try {
                        connection.close();
                    } catch (SQLException ignored) {
                    }
                }
            };
        }
    }
}
