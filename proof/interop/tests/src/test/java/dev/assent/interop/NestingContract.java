package dev.assent.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Sampled;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes with different transaction managers. One calls the other in its transaction, so the other is a
 * subordinate, by interposition. Each has a ledger. Whichever process is killed, in the end both ledgers have the entry
 * or neither has it. The test starts a killed process again, and does nothing else.
 */
@Sampled(tests = 1)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NestingContract {
    private static final int SECONDS_MAX = 128;
    private static final String ACTIVE = "0";

    @TempDir
    static Path folder;

    private int entry;

    Member superior;
    Member subordinate;

    /** Makes both. */
    abstract void open();

    /** Before the superior dies while its subordinate does not know the decision. */
    void beforeTheSuperiorIsAway() {}

    /** After it was started again. */
    void afterTheSuperiorIsBack() {}

    private void theSuperiorIsKilledAndStartedAgain() {
        beforeTheSuperiorIsAway();
        superior.kill();
        superior.restart();
        afterTheSuperiorIsBack();
    }

    @BeforeAll
    final void openBoth() {
        open();
        subordinate.restart();
        superior.restart();
    }

    @BeforeEach
    final void another() {
        entry++;
        superior.clears();
    }

    @AfterAll
    final void closeAll() {
        close();
    }

    /** Ends both. */
    void close() {
        superior.close();
        subordinate.close();
    }

    private void awaitCommitted() {
        superior.awaitCommitted(entry);
        subordinate.awaitCommitted(entry);
    }

    private void awaitRolledBack() {
        superior.awaitRolledBack(entry);
        subordinate.awaitRolledBack(entry);
    }

    @Test
    void bothCommit() {
        superior.begins(0).does("write", entry).calls(subordinate, "write", entry);
        assertThat(superior.commit()).isEqualTo("committed");
        awaitCommitted();
    }

    @Test
    void bothRollBack() {
        superior.begins(0).does("write", entry).calls(subordinate, "write", entry);
        assertThat(superior.rollback()).isEqualTo("rolled-back");
        awaitRolledBack();
    }

    @Test
    void theSubordinateRefuses() {
        superior.begins(0).does("write", entry).calls(subordinate, "refuse", entry);
        assertThat(superior.commit()).startsWith("rolled-back");
        awaitRolledBack();
    }

    @Test
    void theSubordinateHasWrittenNothing() {
        superior.begins(0).does("write", entry).calls(subordinate, "look", entry);
        assertThat(superior.commit()).isEqualTo("committed");
        superior.awaitCommitted(entry);
        assertThat(subordinate.committed()).doesNotContain(entry);
    }

    @Test
    void theSubordinateIsAlone() {
        superior.begins(0).calls(subordinate, "write", entry);
        assertThat(superior.commit()).isEqualTo("committed");
        subordinate.awaitCommitted(entry);
    }

    @Test
    void aSynchronizationOfTheSubordinateWrites() {
        superior.begins(0).does("write", entry).calls(subordinate, "watch", entry);
        assertThat(superior.commit()).isEqualTo("committed");
        awaitCommitted();
    }

    @Test
    void theTimeIsOver() {
        int seconds = 1;
        do {
            seconds *= 2;
            assertThat(seconds).as("how long a machine may take").isLessThanOrEqualTo(SECONDS_MAX);
            superior.clears();
        } while (!(superior.triesToBegin(seconds)
                && superior.tries("write", entry)
                && superior.triesToCall(subordinate, "write", entry)));
        Awaitility.await().until(() -> !superior.status().equals(ACTIVE));
        assertThat(superior.commit()).doesNotStartWith("committed");
        awaitRolledBack();
    }

    @Test
    void theSubordinateDiesBeforeItVotes() {
        superior.begins(0)
                .does("write", entry)
                .calls(subordinate, "write", entry)
                .calls(subordinate, "look", entry);
        subordinate.holdsAt(HoldPoint.SECOND_PREPARED);
        superior.beginsToCommit();
        subordinate.awaitHeld();
        subordinate.awaitPrepared(entry);
        subordinate.kill();
        subordinate.restart();
        assertThat(superior.answer()).startsWith("rolled-back");
        awaitRolledBack();
    }

    @Test
    void theSubordinateDiesWhenItIsToldToCommit() {
        superior.begins(0).does("write", entry).calls(subordinate, "write", entry);
        subordinate.holdsAt(HoldPoint.TOLD_TO_COMMIT);
        superior.beginsToCommit();
        subordinate.awaitHeld();
        subordinate.kill();
        subordinate.restart();
        assertThat(superior.answer()).startsWith("committed");
        awaitCommitted();
    }

    @Test
    void theSuperiorDiesBeforeItDecides() {
        superior.begins(0)
                .calls(subordinate, "write", entry)
                .does("write", entry)
                .does("look", entry);
        superior.holdsAt(HoldPoint.SECOND_PREPARED);
        superior.beginsToCommit();
        superior.awaitHeld();
        superior.awaitPrepared(entry);
        subordinate.awaitPrepared(entry);
        theSuperiorIsKilledAndStartedAgain();
        awaitRolledBack();
    }

    @Test
    void theSuperiorDiesBeforeItTellsTheSubordinate() {
        superior.begins(0).does("write", entry).calls(subordinate, "write", entry);
        superior.holdsAt(HoldPoint.TOLD_TO_COMMIT);
        superior.beginsToCommit();
        superior.awaitHeld();
        subordinate.awaitPrepared(entry);
        theSuperiorIsKilledAndStartedAgain();
        awaitCommitted();
    }
}
