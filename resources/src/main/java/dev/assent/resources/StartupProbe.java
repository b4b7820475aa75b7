package dev.assent.resources;

import dev.assent.core.Assent;
import dev.assent.core.message.Message;
import dev.assent.core.observe.Notices;
import dev.assent.core.transaction.Completion;
import dev.assent.core.transaction.Coordinator;
import dev.assent.core.transaction.Terms;
import dev.assent.core.transaction.Transaction;
import dev.assent.core.xa.BranchXid;
import dev.assent.core.xa.XaCodes;
import dev.assent.resources.local.LastResourceDataSource;
import dev.assent.resources.quirk.DatabaseQuirks;
import dev.assent.resources.quirk.Remedy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a database really keeps prepared branches, before a transaction relies on it:
 *
 * <ol>
 *   <li>Begin a transaction of the node's own and take its identity: so recovery, which lists the branch, knows
 *       its transaction and leaves it alone, as long as the probe runs. After a crash nobody knows it any more,
 *       and recovery rolls the branch back as any other orphan of this node (law 9).
 *   <li>On one connection, start a branch, work as much as the database needs, end it and prepare it.
 *   <li>On another connection, find it on the in-doubt list. When the database voted read-only, since nothing
 *       was done, there is nothing to find: then the list is read all the same, which takes rights, and a
 *       notice says that the rest was not tried.
 *   <li>Close the first connection, and find it again: some forget what they have prepared then.
 *   <li>On the other connection, roll it back, until the list lacks it: some give it away late.
 * </ol>
 *
 * <p>It runs when the pool is opened. When the database is not reached, or refuses what it may allow later, the
 * pool is opened all the same, so that its branches are recovered, and the probe runs again before each
 * connection that the pool makes, until it has passed.
 *
 * <p>Thread safety: safe to share; it runs on one thread at a time.
 */
final class StartupProbe {
    private static final long ROLLBACK_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);
    private static final long PAUSE_MILLIS = 20;

    private final JdbcPoolConfig config;
    private final Coordinator coordinator;
    private final Notices notices;
    private final boolean acceptsLossy;
    private volatile boolean passed;

    StartupProbe(JdbcPoolConfig config, Assent assent) {
        this.config = config;
        this.coordinator = assent.coordinator();
        this.notices = assent.notices();
        this.acceptsLossy = config.isOn(PoolSetting.ACCEPT_LOSSY);
        // a last resource prepares nothing
        this.passed = !config.isOn(PoolSetting.PROBE) || config.source() instanceof LastResourceDataSource;
    }

    /**
     * Runs once, when the pool is opened. What may mend itself is told as a notice.
     *
     * @throws IllegalStateException when something is wrong that will not mend itself
     */
    void atOpening() {
        try {
            requireKept(DatabaseQuirks.of(config.source().getClass()));
            pass();
        } catch (ProbeRefusedException refused) {
            if (refused.isLasting()) {
                throw new IllegalStateException(refused.text(), refused.getCause());
            }
            notices.warning(refused.text());
        } catch (SQLException notReached) {
            // the first who wants a connection is told
        }
    }

    /**
     * Lets nobody by before the probe has passed.
     *
     * @throws SQLException the driver's, when the database is not reached; a told one when it is refused
     */
    void requirePassed() throws SQLException {
        try {
            pass();
        } catch (ProbeRefusedException refused) {
            throw new ToldException(refused.text(), ToldException.NOT_CONNECTED, refused.getCause());
        }
    }

    private void pass() throws SQLException, ProbeRefusedException {
        if (passed) {
            return;
        }
        synchronized (this) {
            if (!passed) {
                run();
                passed = true;
            }
        }
    }

    private void run() throws SQLException, ProbeRefusedException {
        Transaction known = coordinator.begin(Terms.DEFAULT); // 1
        try (RecoverySession first = open()) {
            DatabaseQuirks row = first.row();
            requireKept(row);
            if (!row.isLossy()) {
                probe(first, new BranchXid(known.id(), known.life(), BranchXid.PRESUMED_ABORT, 1));
            }
        } finally {
            known.rollback(Completion.NONE);
        }
    }

    private RecoverySession open() throws SQLException {
        return RecoverySession.open(config);
    }

    private void probe(RecoverySession first, BranchXid xid) throws SQLException, ProbeRefusedException {
        boolean prepared = prepare(first, xid); // 2
        try (RecoverySession other = open()) {
            boolean finished = false;
            try {
                if (prepared) {
                    requireListed(other, xid, "find on another connection"); // 3
                    first.close(); // 4
                    if (!acceptsLossy) {
                        requireListed(other, xid, "find, once its connection was closed,");
                    }
                }
                rollBack(other, xid); // 5
                finished = true;
                if (!prepared) {
                    notices.warning(Message.PROBE_PREPARED_NOTHING.text(
                            config.name(), first.row().title()));
                }
            } finally {
                if (!finished) {
                    tryToRollBack(other, xid);
                }
            }
        }
    }

    /** Whether there is a prepared branch: a database may see that nothing was done, and vote read-only. */
    private boolean prepare(RecoverySession session, BranchXid xid) throws ProbeRefusedException {
        XAResource resource = session.xaResource();
        boolean prepared = false;
        try {
            session.physical().setAutoCommit(false);
            resource.start(xid, XAResource.TMNOFLAGS);
            work(session, xid);
            resource.end(xid, XAResource.TMSUCCESS);
            prepared = true;
            return resource.prepare(xid) == XAResource.XA_OK;
        } catch (SQLException | XAException failed) {
            if (!prepared) {
                tryToEnd(session, xid);
            }
            throw refused(session.row(), prepared ? "prepare" : "work on", failed);
        }
    }

    private static void work(RecoverySession session, BranchXid xid) throws SQLException {
        String sql = session.row().probeWork(xid.transaction().toString());
        if (!sql.isEmpty()) {
            Connection connection = session.physical();
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    private void requireListed(RecoverySession session, BranchXid xid, String what) throws ProbeRefusedException {
        if (!isListed(session, xid)) {
            throw new ProbeRefusedException(
                    Message.PROBE_LOSSY.text(
                            config.name(),
                            session.row().title(),
                            "the probe could not " + what + " a branch that it had prepared",
                            PoolSetting.ACCEPT_LOSSY.key()),
                    true,
                    null);
        }
    }

    private boolean isListed(RecoverySession session, BranchXid xid) throws ProbeRefusedException {
        try {
            return Arrays.stream(session.xaResource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                    .anyMatch(xid::equals);
        } catch (XAException failed) {
            throw refused(session.row(), "list", failed);
        }
    }

    private void rollBack(RecoverySession session, BranchXid xid) throws ProbeRefusedException {
        long sinceNanos = System.nanoTime();
        XAException last = null;
        while (isListed(session, xid)) {
            if (System.nanoTime() - sinceNanos > ROLLBACK_NANOS_MAX) {
                throw refused(
                        session.row(), "roll back", last == null ? new XAException(XAException.XAER_RMERR) : last);
            }
            try {
                session.xaResource().rollback(xid);
            } catch (XAException failed) {
                last = failed;
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void tryToEnd(RecoverySession session, BranchXid xid) {
        try {
            session.xaResource().end(xid, XAResource.TMFAIL);
        } catch (XAException notStarted) {
            // closing the connection ends it
        }
        tryToRollBack(session, xid);
    }

    private static void tryToRollBack(RecoverySession session, BranchXid xid) {
        try {
            session.xaResource().rollback(xid);
        } catch (XAException left) {
            // recovery rolls it back, since nobody knows its transaction from now on
        }
    }

    private void requireKept(DatabaseQuirks row) throws ProbeRefusedException {
        if (row.isLossy() && !acceptsLossy) {
            throw new ProbeRefusedException(
                    Message.PROBE_LOSSY.text(
                            config.name(), row.title(), row.howItLoses(), PoolSetting.ACCEPT_LOSSY.key()),
                    true,
                    null);
        }
    }

    private ProbeRefusedException refused(DatabaseQuirks row, String what, Exception failed) {
        SQLException sql = sqlIn(failed);
        Optional<Remedy> remedy = sql == null ? Optional.empty() : row.remedyFor(sql);
        String code = failed instanceof XAException xa ? XaCodes.name(xa.errorCode) : "an error";
        String why = remedy.map(Remedy::wrong).orElse(code) + (sql == null ? "" : " (" + sql.getMessage() + ")");
        String command = remedy.map(Remedy::command).orElse("mend that");
        return new ProbeRefusedException(
                Message.PROBE_REFUSED.text(config.name(), what, row.title(), why, command, PoolSetting.PROBE.key()),
                remedy.map(Remedy::isLasting).orElse(false),
                failed);
    }

    private static @Nullable SQLException sqlIn(Throwable failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return sql;
            }
        }
        return null;
    }
}
