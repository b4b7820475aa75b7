package dev.assent.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.awaitility.Awaitility;

/** One of those who take part in a test: a process that may be killed and started again, at its place and with its folder. */
abstract class Member implements AutoCloseable {
    private static final Duration SETTLED_MAX = Duration.ofSeconds(120);

    private final Path ledger;
    private PartyProcess process;

    /** A member that keeps its entries in a folder. */
    Member(Path ledger) {
        this.ledger = ledger;
    }

    /** Starts its process. */
    abstract PartyProcess fork();

    /** HOST:PORT/NAME of its books. */
    final String books() {
        return process().ready();
    }

    final PartyProcess process() {
        if (process == null) {
            process = fork();
        }
        return process;
    }

    // ---- what it is told

    final Member begins(int seconds) {
        process().tells("begin " + seconds);
        return this;
    }

    /** An operation of its own books. */
    final Member does(String operation, int entry) {
        process().tells(operation + " " + entry);
        return this;
    }

    /** An operation of another's. */
    final Member calls(Member other, String operation, int entry) {
        process().tells(operation + " " + entry + " " + other.books());
        return this;
    }

    final String commit() {
        return process().ask("commit");
    }

    final String rollback() {
        return process().ask("rollback");
    }

    final String status() {
        return process().ask("status");
    }

    /** Commits, and is not waited for. */
    final void beginsToCommit() {
        process().tell("commit");
    }

    /** From now on its ledger holds who comes there. */
    final void holdsAt(HoldPoint point) {
        process().tells("hold " + point);
    }

    final void awaitHeld() {
        process().awaitHeld();
    }

    /** The answer to a commit that was begun. */
    final String answer() {
        return process().ask("status");
    }

    final void kill() {
        process().kill();
        process = null;
    }

    /** Starts it again, after it was killed. */
    final void restart() {
        process();
    }

    @Override
    public void close() {
        if (process != null) {
            process.kill();
        }
    }

    // ---- what is in its ledger

    final Set<Integer> committed() {
        return Ledger.committed(ledger);
    }

    final Set<Integer> rolledBack() {
        return Ledger.rolledBack(ledger);
    }

    /** Waits until an entry is committed and nothing is in doubt. */
    final void awaitCommitted(int entry) {
        Awaitility.await().atMost(SETTLED_MAX).untilAsserted(() -> {
            assertThat(committed()).contains(entry);
            assertThat(Ledger.prepared(ledger)).isEmpty();
        });
        assertThat(rolledBack()).doesNotContain(entry);
    }

    /** Waits until an entry is rolled back and nothing is in doubt. */
    final void awaitRolledBack(int entry) {
        Awaitility.await().atMost(SETTLED_MAX).untilAsserted(() -> {
            assertThat(rolledBack()).contains(entry);
            assertThat(Ledger.prepared(ledger)).isEmpty();
        });
        assertThat(committed()).doesNotContain(entry);
    }

    /** Waits until an entry is prepared. */
    final void awaitPrepared(int entry) {
        Awaitility.await().atMost(SETTLED_MAX).untilAsserted(() -> assertThat(Ledger.prepared(ledger))
                .contains(entry));
    }
}
