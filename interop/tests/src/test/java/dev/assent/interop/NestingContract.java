package dev.assent.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes of different make, of which one calls the other in its transaction: the called one is a subordinate, by
 * interposition. Each has a ledger, and whatever dies, both ledgers have the entry in the end or neither has it. A process
 * that was killed is started again, and nothing else is done.
 */
abstract class NestingContract {
    private static final int ENTRY = 7;
    private static final String ACTIVE = "0";

    @TempDir
    Path folder;

    Member superior;
    Member subordinate;

    /** Makes both. */
    abstract void open();

    @BeforeEach
    final void openBoth() {
        open();
        subordinate.restart();
        superior.restart();
    }

    @AfterEach
    void close() {
        superior.close();
        subordinate.close();
    }

    private void awaitCommitted() {
        superior.awaitCommitted(ENTRY);
        subordinate.awaitCommitted(ENTRY);
    }

    private void awaitRolledBack() {
        superior.awaitRolledBack(ENTRY);
        subordinate.awaitRolledBack(ENTRY);
    }

    @Test
    void bothCommit() {
        superior.begins(0).does("write", ENTRY).calls(subordinate, "write", ENTRY);
        assertThat(superior.commit()).isEqualTo("committed");
        awaitCommitted();
    }

    @Test
    void bothRollBack() {
        superior.begins(0).does("write", ENTRY).calls(subordinate, "write", ENTRY);
        assertThat(superior.rollback()).isEqualTo("rolled-back");
        awaitRolledBack();
    }

    @Test
    void theSubordinateRefuses() {
        superior.begins(0).does("write", ENTRY).calls(subordinate, "refuse", ENTRY);
        assertThat(superior.commit()).startsWith("rolled-back");
        awaitRolledBack();
    }

    @Test
    void theSubordinateHasWrittenNothing() {
        superior.begins(0).does("write", ENTRY).calls(subordinate, "look", ENTRY);
        assertThat(superior.commit()).isEqualTo("committed");
        superior.awaitCommitted(ENTRY);
        assertThat(subordinate.committed()).isEmpty();
    }

    @Test
    void theSubordinateIsAlone() {
        superior.begins(0).calls(subordinate, "write", ENTRY);
        assertThat(superior.commit()).isEqualTo("committed");
        subordinate.awaitCommitted(ENTRY);
    }

    @Test
    void aSynchronizationOfTheSubordinateWrites() {
        superior.begins(0).does("write", ENTRY).calls(subordinate, "watch", ENTRY);
        assertThat(superior.commit()).isEqualTo("committed");
        awaitCommitted();
    }

    @Test
    void theTimeIsOver() {
        superior.begins(1).does("write", ENTRY).calls(subordinate, "write", ENTRY);
        Awaitility.await().until(() -> !superior.status().equals(ACTIVE));
        assertThat(superior.commit()).doesNotStartWith("committed");
        awaitRolledBack();
    }

    @Test
    void theSubordinateDiesBeforeItVotes() {
        superior.begins(0).does("write", ENTRY).calls(subordinate, "write", ENTRY);
        subordinate.holdsAt(HoldPoint.PREPARED);
        superior.beginsToCommit();
        subordinate.awaitHeld();
        subordinate.kill();
        subordinate.restart();
        awaitRolledBack();
    }

    @Test
    void theSubordinateDiesWhenItIsToldToCommit() {
        superior.begins(0).does("write", ENTRY).calls(subordinate, "write", ENTRY);
        subordinate.holdsAt(HoldPoint.TOLD_TO_COMMIT);
        superior.beginsToCommit();
        subordinate.awaitHeld();
        subordinate.kill();
        subordinate.restart();
        awaitCommitted();
    }

    @Test
    void theSuperiorDiesBeforeItDecides() {
        superior.begins(0).calls(subordinate, "write", ENTRY).does("write", ENTRY);
        superior.holdsAt(HoldPoint.PREPARED);
        superior.beginsToCommit();
        superior.awaitHeld();
        subordinate.awaitPrepared(ENTRY);
        superior.kill();
        superior.restart();
        awaitRolledBack();
    }

    @Test
    void theSuperiorDiesBeforeItTellsTheSubordinate() {
        superior.begins(0).does("write", ENTRY).calls(subordinate, "write", ENTRY);
        superior.holdsAt(HoldPoint.TOLD_TO_COMMIT);
        superior.beginsToCommit();
        superior.awaitHeld();
        subordinate.awaitPrepared(ENTRY);
        superior.kill();
        superior.restart();
        awaitCommitted();
    }
}
