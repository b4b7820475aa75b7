package dev.assent.lab.invocations.work;

import dev.assent.lab.bean.Account;
import dev.assent.lab.bean.ConstantPayloads;
import dev.assent.lab.bean.Inside;
import dev.assent.lab.bean.Payloads;
import dev.assent.lab.experiment.Services;
import dev.assent.lab.experiment.Timed;
import dev.assent.lab.transport.LabServer;
import dev.assent.remote.CallTransaction;
import jakarta.transaction.TransactionManager;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The beans of the paper, each under a name for calls without a transaction, and under another one for those in one. */
public final class PaperServices implements Services {
    static final String PAYLOADS = "payloads";
    static final String PAYLOADS_IN_TRANSACTION = "payloads-in-transaction";
    static final String INSIDE = "inside";
    static final String ACCOUNT = "account";
    static final String ACCOUNT_IN_TRANSACTION = "account-in-transaction";

    /** A server's database executes the statement of a call. */
    public static final String WORK = "work";

    private volatile @Nullable AccountTable accounts;

    @Override
    public void export(LabServer server, @Nullable DataSource database) throws Exception {
        Payloads payloads = new ConstantPayloads();
        server.export(PAYLOADS, Payloads.class, payloads, CallTransaction.NEVER);
        TransactionManager manager = server.transactionManager();
        if (manager != null) {
            server.export(PAYLOADS_IN_TRANSACTION, Payloads.class, payloads, CallTransaction.REQUIRED);
            server.export(INSIDE, Inside.class, () -> demarcate(manager), CallTransaction.NEVER);
        }
        if (database != null) {
            AccountTable account = AccountTable.in(database, System::nanoTime);
            accounts = account;
            server.export(ACCOUNT, Account.class, account, CallTransaction.NEVER);
            server.export(ACCOUNT_IN_TRANSACTION, Account.class, account, CallTransaction.REQUIRED);
        }
    }

    @Override
    public Map<String, Timed> timed() {
        AccountTable opened = accounts;
        return opened == null ? Map.of() : Map.of(WORK, opened.timed());
    }

    private static long[] demarcate(TransactionManager manager) {
        try {
            long began = System.nanoTime();
            manager.begin();
            long created = System.nanoTime();
            manager.commit();
            return new long[] {created - began, System.nanoTime() - created};
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
