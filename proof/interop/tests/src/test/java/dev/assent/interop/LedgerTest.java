package dev.assent.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Fast
class LedgerTest {
    @TempDir
    private Path folder;

    private record Branch(String name) implements Xid {
        @Override
        public int getFormatId() {
            return 1;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return name.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[0];
        }
    }

    @Test
    void aHoldThatSeveralComeToIsToldOfOnce() throws Exception {
        List<HoldPoint> told = new CopyOnWriteArrayList<>();
        Ledger ledger = new Ledger(folder, told::add);
        ledger.holdAt(HoldPoint.TOLD_TO_COMMIT);
        List<Thread> committing = new ArrayList<>();
        for (int entry = 1; entry <= 2; entry++) {
            Branch branch = new Branch("b" + entry);
            ledger.start(branch);
            ledger.write(branch, entry);
            ledger.prepare(branch);
            Thread thread = new Thread(() -> commit(ledger, branch));
            thread.start();
            committing.add(thread);
        }
        Awaitility.await().until(() -> committing.stream().allMatch(each -> each.getState() == Thread.State.WAITING));
        assertThat(told).containsExactly(HoldPoint.TOLD_TO_COMMIT);
        assertThat(Ledger.committed(folder)).isEmpty();
        ledger.release();
        for (Thread each : committing) {
            each.join();
        }
        assertThat(Ledger.committed(folder)).containsExactly(1, 2);
    }

    private static void commit(Ledger ledger, Branch branch) {
        try {
            ledger.commit(branch);
        } catch (XAException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
