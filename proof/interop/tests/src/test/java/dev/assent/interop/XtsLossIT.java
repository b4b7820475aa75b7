package dev.assent.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.harness.Sampled;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** XTS and a node of Assent, one the superior of the other; messages between them are lost, and come twice. */
@Sampled(tests = 1)
@OneOfXts
class XtsLossIT {
    @TempDir
    private static Path folder;

    private static int entry;

    private final int assentPort = Program.freePort();
    private final int xtsPort = Program.freePort();
    private final LossyRelay beforeAssent = new LossyRelay(assentPort);
    private final LossyRelay beforeXts = new LossyRelay(xtsPort);
    private final Xts xts = new Xts(folder.resolve("xts" + ++entry), xtsPort, beforeXts.port());
    private final AssentMember assent = new AssentMember(
            "soap",
            "assent",
            folder.resolve("assent" + entry),
            assentPort,
            List.of(Xts.EXPIRES, "address=127.0.0.1:" + beforeAssent.port()));

    @AfterEach
    void close() {
        xts.close();
        assent.close();
        beforeXts.close();
        beforeAssent.close();
    }

    private void begin(Member superior, Member subordinate) {
        subordinate.restart();
        superior.restart();
        superior.begins(0).calls(subordinate, "write", entry); // nothing of its own, that would be counted
    }

    @Test
    void bothCommitUnderXts() {
        begin(xts, assent);
        assertThat(xts.commit()).isEqualTo("committed");
        assent.awaitCommitted(entry);
        assertThat(beforeAssent.lost()).isEqualTo(Set.of("Prepare", "Commit"));
        assertThat(beforeAssent.repeated()).isEqualTo(Set.of("Prepare", "Commit"));
        assertThat(beforeXts.lost()).isEqualTo(Set.of("Prepared", "Committed"));
    }

    @Test
    void bothCommitUnderAssent() {
        begin(assent, xts);
        assertThat(assent.commit()).isEqualTo("committed");
        xts.awaitCommitted(entry);
        await().untilAsserted(() -> {
            assertThat(beforeXts.lost()).isEqualTo(Set.of("Prepare", "Commit"));
            assertThat(beforeXts.repeated()).isEqualTo(Set.of("Prepare", "Commit"));
            assertThat(beforeAssent.lost()).isEqualTo(Set.of("Prepared", "Committed"));
        });
    }

    @Test
    void bothRollBackUnderAssent() {
        begin(assent, xts);
        assertThat(assent.rollback()).isEqualTo("rolled-back");
        xts.awaitRolledBack(entry);
        assertThat(beforeXts.lost()).isEqualTo(Set.of("Rollback"));
    }
}
