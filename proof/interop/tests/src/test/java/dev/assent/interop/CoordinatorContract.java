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
 * A client of one make, with resources of its make, begins and ends transactions at a coordinator of another. Whatever dies,
 * all ledgers have their entries in the end or none has. A process that was killed is started again, and nothing else is
 * done. The processes are those of all tests; each has entries of its own.
 */
@Sampled(tests = 1)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CoordinatorContract {
    private static final int SECONDS_MAX = 128;
    private static final String ACTIVE = "0";
    private static final int SECOND = 1_000;

    @TempDir
    static Path folder;

    private int entry;

    Member client;

    /** The member with the first resource; may be the client. */
    Member first;

    /** The member with the second resource; may be the same. */
    Member second;

    /** Makes all of them. */
    abstract void open();

    /** Ends all of them, and the coordinator. */
    abstract void close();

    abstract void killCoordinator();

    abstract void restartCoordinator();

    @BeforeAll
    final void openAll() {
        open();
        first.restart();
        second.restart();
        client.restart();
    }

    @BeforeEach
    final void another() {
        entry++;
        client.clears();
    }

    @AfterAll
    final void closeAll() {
        close();
    }

    private void atFirst(String operation) {
        at(first, operation, entry);
    }

    private void atSecond(String operation) {
        at(second, operation, entry + SECOND);
    }

    private void at(Member member, String operation, int number) {
        if (member == client) {
            client.does(operation, number);
        } else {
            client.calls(member, operation, number);
        }
    }

    private void awaitCommitted() {
        first.awaitCommitted(entry);
        second.awaitCommitted(entry + SECOND);
    }

    private void awaitRolledBack() {
        first.awaitRolledBack(entry);
        second.awaitRolledBack(entry + SECOND);
    }

    @Test
    void bothCommit() {
        client.begins(0);
        atFirst("write");
        atSecond("write");
        assertThat(client.commit()).isEqualTo("committed");
        awaitCommitted();
    }

    @Test
    void bothRollBack() {
        client.begins(0);
        atFirst("write");
        atSecond("write");
        assertThat(client.rollback()).isEqualTo("rolled-back");
        awaitRolledBack();
    }

    @Test
    void oneRefuses() {
        client.begins(0);
        atFirst("write");
        atSecond("refuse");
        assertThat(client.commit()).startsWith("rolled-back");
        awaitRolledBack();
    }

    @Test
    void nobodyTakesPartAndItCommits() {
        client.begins(0);
        assertThat(client.commit()).isEqualTo("committed");
    }

    @Test
    void nobodyTakesPartAndItRollsBack() {
        client.begins(0);
        assertThat(client.rollback()).isEqualTo("rolled-back");
    }

    @Test
    void oneHasWrittenNothing() {
        client.begins(0);
        atFirst("look");
        atSecond("write");
        assertThat(client.commit()).isEqualTo("committed");
        second.awaitCommitted(entry + SECOND);
    }

    @Test
    void oneIsAlone() {
        client.begins(0);
        atFirst("write");
        assertThat(client.commit()).isEqualTo("committed");
        first.awaitCommitted(entry);
    }

    @Test
    void aSynchronizationWrites() {
        client.begins(0);
        atFirst("watch");
        atSecond("write");
        assertThat(client.commit()).isEqualTo("committed");
        awaitCommitted();
    }

    @Test
    void theTimeIsOver() {
        int seconds = 1;
        do {
            seconds *= 2;
            assertThat(seconds).as("how long a machine may take").isLessThanOrEqualTo(SECONDS_MAX);
            client.clears();
        } while (!(client.triesToBegin(seconds) && isDoneAt(first, entry) && isDoneAt(second, entry + SECOND)));
        awaitRolledBack();
        Awaitility.await().until(() -> !client.status().equals(ACTIVE));
        assertThat(client.commit()).doesNotStartWith("committed");
    }

    private boolean isDoneAt(Member member, int number) {
        return member == client ? client.tries("write", number) : client.triesToCall(member, "write", number);
    }

    @Test
    void aResourceDiesWhenItIsToldToCommit() {
        client.begins(0);
        atFirst("write");
        atSecond("write");
        first.holdsAt(HoldPoint.TOLD_TO_COMMIT);
        client.beginsToCommit();
        first.awaitHeld();
        first.kill();
        first.restart();
        awaitCommitted();
    }

    @Test
    void theCoordinatorDiesBeforeItDecides() {
        client.begins(0);
        atFirst("write");
        atSecond("write");
        atSecond("look");
        Member held = first == second ? first : second;
        held.holdsAt(HoldPoint.SECOND_PREPARED);
        client.beginsToCommit();
        held.awaitHeld();
        first.awaitPrepared(entry);
        second.awaitPrepared(entry + SECOND);
        killCoordinator();
        held.releases();
        restartCoordinator();
        awaitRolledBack();
    }

    @Test
    void theCoordinatorDiesWhenItTellsOne() {
        client.begins(0);
        atFirst("write");
        atSecond("write");
        first.holdsAt(HoldPoint.TOLD_TO_COMMIT);
        client.beginsToCommit();
        first.awaitHeld();
        killCoordinator();
        first.releases();
        restartCoordinator();
        awaitCommitted();
    }
}
