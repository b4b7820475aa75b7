package dev.assent.interop.xts;

import com.arjuna.wst.Durable2PCParticipant;
import dev.assent.interop.Ledger;
import java.io.ObjectInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.transaction.xa.Xid;
import org.jboss.jbossts.xts.recovery.participant.at.XTSATRecoveryModule;

/**
 * Gives XTS the branches back that were prepared when the process died. If XTS does not ask for a branch, it has not
 * promised to commit it: the branch rolls back after XTS has looked. Thread safety: used by the thread of its recovery.
 */
final class LedgerRecovery implements XTSATRecoveryModule {
    private final Ledger ledger;
    private final Set<String> unclaimed;

    /** For a ledger in which this process has prepared nothing yet. */
    LedgerRecovery(Ledger ledger) {
        this.ledger = ledger;
        this.unclaimed = Stream.of(ledger.prepared())
                .map((Xid each) -> LedgerBranch.name(each))
                .collect(Collectors.toCollection(HashSet::new));
    }

    @Override
    public Durable2PCParticipant deserialize(String id, ObjectInputStream stream) {
        throw new IllegalStateException("no participant of this process is serialized: " + id);
    }

    @Override
    public Durable2PCParticipant recreate(String id, byte[] state) {
        String name = new String(state, StandardCharsets.US_ASCII);
        unclaimed.remove(name);
        return new LedgerBranch(ledger, name, () -> {});
    }

    @Override
    public void endScan() {
        for (String each : unclaimed) {
            try {
                new LedgerBranch(ledger, each, () -> {}).rollback();
            } catch (com.arjuna.wst.SystemException failed) {
                throw new IllegalStateException(failed);
            }
        }
        unclaimed.clear();
    }
}
