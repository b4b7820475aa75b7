package dev.assent.resources.quirk;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * How PostgreSQL, from version 10 on, reports the end of a transaction whose number is known ({@code txid_status}).
 *
 * <ol>
 *   <li>Before the COMMIT, in the transaction: {@link #number}. The server tells the number, and where its log is on
 *       disk.
 *   <li>After the answer was lost, on a new connection: {@link #ending}. The server tells how the transaction ended,
 *       whether it is a standby, which server it is, its timeline, and where its last checkpoint is. One statement asks
 *       for all, so that one server answers.
 * </ol>
 *
 * <p>Assent believes an answer:
 *
 * <ul>
 *   <li><em>rolled back</em>, from the same cluster, by a server that is not a standby. A number that was not given yet
 *       belongs to a transaction whose work a crash has removed completely.
 *   <li><em>committed</em>, only if the server can't have been restarted or replaced since the number was given: it is
 *       the same start of the server, on the same timeline, and its last checkpoint is before the position that was on
 *       disk then. A server that recovers from a crash, even one that has only ended all sessions for it, makes a
 *       checkpoint after that position. It may give a number again that it had given before the crash, if nothing of
 *       that transaction was on disk: "committed" may then be the answer about another transaction.
 * </ul>
 *
 * <p>Every name is qualified with {@code pg_catalog}, and no time is read as a text, so that no setting of a session has
 * an effect.
 *
 * <p>Thread safety: those of the connections; immutable itself.
 */
final class TransactionHistory {
    private static final int MAJOR_MIN = 10;

    private static final String SERVER =
            "pg_catalog.int8(pg_catalog.date_part('epoch', pg_catalog.pg_postmaster_start_time())"
                    + " OPERATOR(pg_catalog.*) 1000000)";

    /**
     * A transaction locks each table that it uses until its end. Reads all locks of the server only if it has foreign
     * tables.
     */
    private static final String WORKED_ELSEWHERE = "case when exists (select 1 from pg_catalog.pg_foreign_table)"
            + " then exists (select 1 from pg_catalog.pg_locks l, pg_catalog.pg_foreign_table f"
            + " where l.pid OPERATOR(pg_catalog.=) pg_catalog.pg_backend_pid()"
            + " and l.relation OPERATOR(pg_catalog.=) f.ftrelid) else false end";

    private static final String NUMBER = "select pg_catalog.txid_current_if_assigned(),"
            + " exists (select 1 from pg_catalog.pg_foreign_table),"
            + " "
            + SERVER
            + ", pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_flush_lsn()),"
            + " pg_catalog.pg_current_wal_flush_lsn(), "
            + WORKED_ELSEWHERE;

    private static final String TRIAL = NUMBER
            + ", s.system_identifier, c.checkpoint_lsn, pg_catalog.txid_status(pg_catalog.txid_current_if_assigned())"
            + " from pg_catalog.pg_control_system() s, pg_catalog.pg_control_checkpoint() c";

    private static final String IN_RECOVERY = "in recovery";
    private static final String NOT_GIVEN = "not given";

    /** Taking a number shows which numbers were given; the transaction that takes it is rolled back. */
    private static final String ENDING = "select case when pg_catalog.pg_is_in_recovery() then '" + IN_RECOVERY + "'"
            + " when pg_catalog.int8 '%1$d' OPERATOR(pg_catalog.>=) pg_catalog.txid_current() then '" + NOT_GIVEN + "'"
            + " else pg_catalog.txid_status(pg_catalog.int8 '%1$d') end,"
            + " "
            + SERVER
            + ", case when pg_catalog.pg_is_in_recovery() then null"
            + " else pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_flush_lsn()) end,"
            + " case when pg_catalog.pg_is_in_recovery() then null else pg_catalog.pg_current_wal_flush_lsn() end,"
            + " s.system_identifier, c.checkpoint_lsn"
            + " from pg_catalog.pg_control_system() s, pg_catalog.pg_control_checkpoint() c";

    private final String system;
    private final String server;

    private TransactionHistory(String system, String server) {
        this.system = system;
        this.server = server;
    }

    /**
     * Tries whether the server of a connection answers all questions. Runs outside of a transaction, where a refusal
     * loses nothing.
     *
     * @param connection in auto-commit
     * @return null when it does not answer: it is too old, a standby, or a service that allows none of that
     * @throws SQLException when the connection is lost
     */
    static @Nullable TransactionHistory of(Connection connection) throws SQLException {
        if (connection.getMetaData().getDatabaseMajorVersion() < MAJOR_MIN) {
            return null;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(TRIAL)) {
            row.next();
            return new TransactionHistory(row.getString(7), row.getString(3));
        } catch (SQLException failed) {
            if (ConnectionLoss.is(failed)) {
                throw failed;
            }
            return null;
        }
    }

    /**
     * The number of the connection's open transaction.
     *
     * @return without a number when the session now belongs to another server than at first, as behind a proxy
     * @throws SQLException when the server does not tell; it has aborted the transaction then
     */
    TransactionNumber number(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(NUMBER)) {
            row.next();
            LogPosition asked = LogPosition.of(system, row.getString(3), row.getString(4), row.getString(5));
            long number = asked.server().equals(server) ? row.getLong(1) : TransactionNumber.NONE;
            return new TransactionNumber(number, row.getBoolean(2), row.getBoolean(6), asked);
        }
    }

    /**
     * The facts about an open transaction that is later asked about in its own session only.
     *
     * @param number the database's own; {@link TransactionNumber#NONE} when it has none, or the server is too old to
     *     tell
     * @param hasWorkedElsewhere whether it has used tables of other servers
     */
    record Open(long number, boolean hasWorkedElsewhere) {
        static final Open UNKNOWN = new Open(TransactionNumber.NONE, false);
    }

    /**
     * The facts about the connection's open transaction.
     *
     * @throws SQLException when the server does not tell; it has aborted the transaction then, or had before
     */
    static Open open(Connection connection) throws SQLException {
        boolean tells = connection.getMetaData().getDatabaseMajorVersion() >= MAJOR_MIN;
        String question = tells ? "pg_catalog.txid_current_if_assigned(), " + WORKED_ELSEWHERE : "0, false";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select " + question)) {
            row.next();
            return new Open(row.getLong(1), row.getBoolean(2));
        }
    }

    /**
     * A server's answer about a transaction.
     *
     * @param status the word of {@code txid_status}, or one of ours; null when it has forgotten
     * @param answering its position now; null when it is a standby
     * @param checkpoint the position of its last checkpoint in the log
     */
    record Told(@Nullable String status, @Nullable LogPosition answering, long checkpoint) {}

    /**
     * Asks how a transaction has ended.
     *
     * @param connection a new one
     * @throws SQLException when the server does not answer
     */
    static Ending ending(Connection connection, TransactionNumber number) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(String.format(ENDING, number.number()))) {
            row.next();
            String file = row.getString(3);
            LogPosition answering =
                    file == null ? null : LogPosition.of(row.getString(5), row.getString(2), file, row.getString(4));
            return judged(number.asked(), new Told(row.getString(1), answering, LogPosition.number(row.getString(6))));
        } finally {
            connection.rollback();
        }
    }

    /**
     * Asks the session that has committed; it needs no more than the word itself.
     *
     * @return {@link Ending#OPEN} when that word is neither committed nor aborted
     * @throws SQLException when the server does not answer
     */
    static Ending endingInSession(Connection connection, long number) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("select pg_catalog.txid_status(pg_catalog.int8 '" + number + "')")) {
            row.next();
            String status = row.getString(1);
            return "committed".equals(status)
                    ? Ending.COMMITTED
                    : "aborted".equals(status) ? Ending.ROLLED_BACK : Ending.OPEN;
        }
    }

    /** The conclusion from a server's answer. */
    static Ending judged(LogPosition asked, Told told) {
        LogPosition answering = told.answering();
        String status = told.status();
        if (answering == null) {
            return Ending.OPEN; // a standby: it may become the primary, or the primary may answer next
        }
        if (status == null || !answering.system().equals(asked.system())) {
            return Ending.UNKNOWN;
        }
        return switch (status) {
            case "aborted", NOT_GIVEN -> Ending.ROLLED_BACK;
            case "committed" -> isUnbroken(asked, answering, told.checkpoint()) ? Ending.COMMITTED : Ending.UNKNOWN;
            default -> Ending.OPEN;
        };
    }

    private static boolean isUnbroken(LogPosition asked, LogPosition answering, long checkpoint) {
        return answering.server().equals(asked.server())
                && answering.timeline().equals(asked.timeline())
                && answering.flushed() >= asked.flushed()
                && checkpoint < asked.flushed();
    }
}
