package dev.assent.interop.narayana;

import com.arjuna.ats.jta.recovery.XAResourceRecovery;
import dev.assent.interop.Ledger;
import dev.assent.interop.LedgerConnection;
import java.nio.file.Path;
import java.util.Objects;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** Gives Narayana's recovery manager the ledger of a folder. Thread safety: used by its thread alone. */
public final class LedgerRecovery implements XAResourceRecovery {
    private @Nullable Ledger ledger;
    private boolean hasMore;

    /** Made by the recovery manager. */
    public LedgerRecovery() {}

    /** Takes the folder of the ledger. */
    @Override
    public boolean initialise(String folder) {
        ledger = new Ledger(Path.of(folder), nobodyHolds -> {});
        return true;
    }

    /** True once a scan. */
    @Override
    public boolean hasMoreResources() {
        hasMore = !hasMore;
        return hasMore;
    }

    @Override
    public XAResource getXAResource() {
        return new LedgerConnection(Objects.requireNonNull(ledger));
    }
}
