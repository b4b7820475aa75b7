package dev.assent.resources.simulation;

import dev.assent.TransactionId;
import dev.assent.core.commit.Step;
import dev.assent.core.jta.JtaTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of the application, or what it does on one connection outside of a transaction.
 *
 * <p>Thread safety: safe to share.
 */
final class Work {
    /** How it ended, as the application heard it. */
    enum End {
        OPEN,
        COMMITTED,
        ROLLED_BACK,
        HEURISTIC,
        UNKNOWN
    }

    /**
     * A number that it worked.
     *
     * @param isSure whether the application heard that it was done
     */
    record Piece(TestedPool pool, boolean isSure) {}

    /** A handle with its pool. */
    record Held(TestedPool pool, TestedPool.Handle handle) {}

    private final @Nullable JtaTransaction transaction;
    private final Map<Integer, Piece> pieces = new ConcurrentHashMap<>();
    private final List<Held> handles = new ArrayList<>();
    private volatile End end = End.OPEN;

    /** Whether its end has begun, so that its connections may have other holders. */
    private volatile boolean mayBeOver;

    private volatile boolean commits;
    private volatile boolean hadTrouble;
    private volatile boolean isShared;

    /** Whether auto-commit is off, outside of a transaction. */
    private volatile boolean isLocal;

    /** How work outside of a transaction ends with its handle, as the application expects. */
    private volatile End expected = End.COMMITTED;

    /** Of a transaction, or null for work outside of one. */
    Work(@Nullable JtaTransaction transaction) {
        this.transaction = transaction;
    }

    boolean isTransaction() {
        return transaction != null;
    }

    JtaTransaction transaction() {
        return Objects.requireNonNull(transaction);
    }

    TransactionId id() {
        return transaction().id();
    }

    /** Whether it can still do something. */
    boolean takesWork() {
        return end == End.OPEN
                && (transaction == null
                        || (transaction.whyClosed() == null
                                && !transaction.engine().isMarkedRollback()));
    }

    /** Whether the engine, or the end of its only handle, has ended it. */
    boolean isOver() {
        return transaction == null
                ? end != End.OPEN
                : end != End.OPEN
                        || transaction.engine().step() != Step.ACTIVE
                        || transaction.engine().isTimedOut();
    }

    End end() {
        return end;
    }

    void ended(End how) {
        end = how;
    }

    boolean mayBeOver() {
        return mayBeOver;
    }

    void ending() {
        mayBeOver = true;
    }

    /** The application has asked for its commit. */
    void committing() {
        mayBeOver = true;
        commits = true;
    }

    boolean commits() {
        return commits;
    }

    /** It was not ended after all. */
    void goesOn() {
        mayBeOver = false;
    }

    boolean isLocal() {
        return isLocal;
    }

    void beginLocal() {
        isLocal = true;
        expected = End.ROLLED_BACK;
    }

    void expect(End how) {
        expected = how;
    }

    End expected() {
        return expected;
    }

    /** Whether a call on one of its connections has failed: then later ones may, too. */
    boolean hadTrouble() {
        return hadTrouble;
    }

    void trouble() {
        hadTrouble = true;
    }

    /** Whether another thread has it, too. */
    boolean isShared() {
        return isShared;
    }

    void share() {
        isShared = true;
    }

    Map<Integer, Piece> pieces() {
        return pieces;
    }

    synchronized void add(Held held) {
        handles.add(held);
    }

    synchronized void remove(Held held) {
        handles.remove(held);
    }

    synchronized List<Held> handles() {
        return List.copyOf(handles);
    }

    @Override
    public String toString() {
        return transaction == null
                ? "local work " + System.identityHashCode(this) % 1000
                : transaction.id().toString();
    }
}
