package dev.assent.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.awaitility.Awaitility;

/** A process that takes part in a test, and may be killed and started again, at its place and with its folder. */
abstract class Member implements AutoCloseable {
    private final Path ledger;
    private PartyProcess process;
    private boolean isCommitting;

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

    // ---- commands

    final Member begins(int seconds) {
        process().tells("begin " + seconds);
        return this;
    }

    /** Whether one could be begun: on a busy machine its time may be over before all is known of it. */
    final boolean triesToBegin(int seconds) {
        return process().ask("begin " + seconds).equals("ok");
    }

    /** Ends the transactions that a failed test may have left. */
    final Member clears() {
        if (isCommitting) {
            answer();
        }
        process().ask("rollback");
        return this;
    }

    /** Whether an operation of its own books could be done. */
    final boolean tries(String operation, int entry) {
        return process().ask(operation + " " + entry).equals("ok");
    }

    /** The same of another's. */
    final boolean triesToCall(Member other, String operation, int entry) {
        return process().ask(operation + " " + entry + " " + other.books()).equals("ok");
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
        isCommitting = true;
        process().tell("commit");
    }

    /** The outcome of a commit that was begun. */
    final String answer() {
        isCommitting = false;
        return process().answer();
    }

    /** From now on its ledger holds the threads that come there. */
    final void holdsAt(HoldPoint point) {
        process().tells("hold " + point);
    }

    /** Its ledger lets the held threads go on. */
    final void releases() {
        process().tell("release");
    }

    final void awaitHeld() {
        process().awaitHeld();
    }

    final void kill() {
        process().kill();
        process = null;
        isCommitting = false;
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

    // ---- the contents of its ledger

    final Set<Integer> committed() {
        return Ledger.committed(ledger);
    }

    final Set<Integer> rolledBack() {
        return Ledger.rolledBack(ledger);
    }

    /** Waits until an entry is committed and not in doubt. */
    final void awaitCommitted(int entry) {
        Awaitility.await().untilAsserted(() -> {
            assertThat(committed()).contains(entry);
            assertThat(Ledger.prepared(ledger)).doesNotContain(entry);
        });
        assertThat(rolledBack()).doesNotContain(entry);
    }

    /** Waits until an entry is rolled back and not in doubt. */
    final void awaitRolledBack(int entry) {
        Awaitility.await().untilAsserted(() -> {
            assertThat(rolledBack()).contains(entry);
            assertThat(Ledger.prepared(ledger)).doesNotContain(entry);
        });
        assertThat(committed()).doesNotContain(entry);
    }

    /** Waits until an entry is prepared: an active one hears nothing from a coordinator that has died before it asked. */
    final void awaitPrepared(int entry) {
        Awaitility.await()
                .untilAsserted(() -> assertThat(Ledger.prepared(ledger)).contains(entry));
    }
}
