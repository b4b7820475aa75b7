package dev.assent.resources.quirk;

import static dev.assent.resources.quirk.Situation.Words.AT_ONCE;
import static dev.assent.resources.quirk.Situation.Words.FAILS;
import static dev.assent.resources.quirk.Situation.Words.GONE;
import static dev.assent.resources.quirk.Situation.Words.HALF;
import static dev.assent.resources.quirk.Situation.Words.KEPT;
import static dev.assent.resources.quirk.Situation.Words.LOST;
import static dev.assent.resources.quirk.Situation.Words.NO;
import static dev.assent.resources.quirk.Situation.Words.NOT_THERE;
import static dev.assent.resources.quirk.Situation.Words.OK;
import static dev.assent.resources.quirk.Situation.Words.OLD_ROWS;
import static dev.assent.resources.quirk.Situation.Words.PREPARED_AGAIN;
import static dev.assent.resources.quirk.Situation.Words.REST_KEPT;
import static dev.assent.resources.quirk.Situation.Words.ROLLED_BACK;
import static dev.assent.resources.quirk.Situation.Words.WAITS;
import static dev.assent.resources.quirk.Situation.Words.YES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assent.core.xa.XaCodes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.XADataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tries every situation on a real database with its bare driver, and compares the answer with the table's.
 * A test that fails here says that the database or its driver has changed: change the row.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class QuirksContract {
    private int tables;
    private boolean corrected;
    private String table;

    abstract DatabaseQuirks row();

    /** The same object each time: some keep their branches in it. */
    abstract XADataSource source();

    /** Ends these sessions from the server's side, without a word to the client. */
    abstract void endAtServer(List<Session> sessions) throws Exception;

    /** Whether a statement waits for a lock; in most databases none of this test does. */
    boolean isWaitingForALock() {
        return false;
    }

    /**
     * Prepares a branch, kills the database's processes, starts it again and looks.
     *
     * @param name for a table or a file, used once
     * @param rolledBack whether the branch's connection is closed, and another one rolls it back, before the kill
     */
    abstract boolean isListedAfterKill(String name, boolean rolledBack) throws Exception;

    @ParameterizedTest
    @EnumSource
    void theDatabaseAnswersAsTheTableSays(Situation situation) throws Exception {
        corrected = false;
        makeTable();
        String found = observe(situation);
        String told = row().finding(situation).answer();
        assertThat(found).as("%s: %s", row(), situation.question()).isEqualTo(told);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsCorrectedAnswersAsTheStandardSays(Situation situation) throws Exception {
        if (row().finding(situation).isCorrected()) {
            corrected = true;
            makeTable();
            assertThat(observe(situation))
                    .as("%s: %s", row(), situation.question())
                    .isIn(situation.standard());
        }
    }

    private void makeTable() throws SQLException {
        table = getClass().getSimpleName() + ++tables;
        try (Session session = open()) {
            session.execute("create table " + table + " (id int primary key, amount int)");
        }
    }

    /**
     * Statements to try in a local transaction; {@code %s} is a table that nothing else uses. What fails says nothing.
     */
    List<String> statements() {
        return List.of();
    }

    @Test
    void whatEndsALocalTransactionIsKnownByItsWords() throws Exception {
        corrected = false;
        List<String> wrong = new ArrayList<>();
        if (isLocalEndedByIsolation() != row().isEndedByIsolation(false)) {
            wrong.add("setTransactionIsolation");
        }
        for (String each : statements()) {
            makeTable();
            String sql = each.replace("%s", table + "x");
            boolean isKnown = row().endingLocally().in(sql) != null;
            Boolean ends = endsLocally(sql);
            if (ends != null && ends != isKnown) {
                wrong.add((ends ? "ends it: " : "does not end it: ") + sql);
            }
        }
        assertThat(wrong).as("%s, what its row has wrong", row()).isEmpty();
    }

    private boolean isLocalEndedByIsolation() throws Exception {
        makeTable();
        try (Session session = open()) {
            session.connection().setAutoCommit(false);
            session.execute("insert into " + table + " values (1, 0)");
            try {
                session.connection().setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            } catch (SQLException refused) {
                // it may have ended the transaction all the same
            }
            session.connection().rollback();
        }
        return !count().equals("0");
    }

    /** Null when the statement fails. */
    private @Nullable Boolean endsLocally(String sql) throws Exception {
        boolean isLost;
        try (Session session = open()) {
            session.execute("create table " + table + "x (id int primary key)");
            session.connection().setAutoCommit(false);
            session.execute("insert into " + table + " values (1, 0)");
            if (!runs(session, sql)) {
                return null;
            }
            isLost = !runs(session, "insert into " + table + " values (2, 0)")
                    || !session.query("select count(*) from " + table).equals("2");
            session.connection().rollback();
        }
        return isLost || !count().equals("0");
    }

    @Test
    void theRowIsFoundByTheDriversClassAndByItsName() throws Exception {
        try (Session session = open()) {
            assertThat(DatabaseQuirks.of(source().getClass())).isSameAs(row());
            assertThat(DatabaseQuirks.of(session.resource(), session.connection()))
                    .isSameAs(row());
            XAResource wrapped = new CorrectedXaResource(session.resource(), row(), session.connection());
            assertThat(DatabaseQuirks.of(wrapped, session.connection())).isSameAs(row());
        }
    }

    private String observe(Situation situation) throws Exception {
        return switch (situation) {
            case SAME_RM -> sameRm();
            case JOIN_ELSEWHERE -> joinElsewhere();
            case JOIN_AGAIN -> goOn(XAResource.TMSUCCESS, XAResource.TMJOIN);
            case SUSPEND_RESUME -> goOn(XAResource.TMSUSPEND, XAResource.TMRESUME);
            case INTERLEAVE -> interleave();
            case LIST_ELSEWHERE, LIST_AFTER_CLOSE -> listed(situation == Situation.LIST_AFTER_CLOSE);
            case COMMIT_ELSEWHERE -> finishElsewhere(true, false);
            case ROLLBACK_ELSEWHERE -> finishElsewhere(false, false);
            case COMMIT_AFTER_CLOSE -> finishElsewhere(true, true);
            case LIST_AFTER_KILL -> isListedAfterKill("survivor", false) ? YES : NO;
            case ROLLBACK_THEN_KILL -> isEverListedAfterRollbackAndKill() ? PREPARED_AGAIN : GONE;
            case UNPREPARED_AFTER_CLOSE -> unpreparedAfterClose();
            case READ_BESIDE -> readBeside();
            case READ_ONLY_WORK -> readOnly(false);
            case READ_ONLY_CONNECTION -> readOnly(true);
            case FAILED_THEN_PREPARE -> afterFailure(false);
            case FAILED_THEN_ONE_PHASE -> afterFailure(true);
            case DEADLOCK_THEN_PREPARE -> afterDeadlock();
            case REFUSED_AT_ONE_PHASE -> refused("P0001", true);
            case REFUSED_AS_STALE_AT_ONE_PHASE -> refused("26000", true);
            case REFUSED_AS_STALE_AT_PREPARE -> refused("26000", false);
            case STATEMENT_COMMITS -> afterStatement("commit");
            case STATEMENT_ROLLS_BACK -> afterRollbackStatement();
            case STATEMENT_CREATES -> afterStatement("create table " + table + "b (id int)");
            case ISOLATION_SET ->
                after(session -> session.connection().setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE));
            case COMMIT_UNKNOWN -> unknown((resource, xid) -> resource.commit(xid, false));
            case ROLLBACK_UNKNOWN -> unknown(XAResource::rollback);
            case FORGET_UNKNOWN -> unknown(XAResource::forget);
            case ONE_PHASE_TOO_EARLY -> onePhaseTooEarly();
            case DEAD_START, DEAD_PREPARE, DEAD_ONE_PHASE, DEAD_COMMIT, DEAD_ROLLBACK, DEAD_RECOVER -> dead(situation);
        };
    }

    /** An unforced record may reach the disk all the same, by chance. */
    private boolean isEverListedAfterRollbackAndKill() throws Exception {
        for (int i = 0; i < killsAfterRollback(); i++) {
            if (isListedAfterKill("undone" + i, true)) {
                return true;
            }
        }
        return false;
    }

    /** How often to try whether a rollback outlives a kill. */
    int killsAfterRollback() {
        return 2;
    }

    private interface Verb {
        void call(XAResource resource, TestXid xid) throws XAException;
    }

    Session open() throws SQLException {
        return new Session(source(), corrected);
    }

    private String count() throws SQLException {
        try (Session session = open()) {
            return session.query("select count(*) from " + table);
        }
    }

    private String sameRm() throws Exception {
        try (Session one = open();
                Session other = open()) {
            return one.resource().isSameRM(other.resource()) ? YES : NO;
        }
    }

    private String joinElsewhere() throws Exception {
        TestXid xid = TestXid.fresh();
        try (Session one = open();
                Session other = open()) {
            one.work(xid, table, 1);
            other.connection().setAutoCommit(false);
            String joined = Session.answerOf(() -> other.resource().start(xid, XAResource.TMJOIN));
            if (joined.equals(OK)) {
                other.execute("insert into " + table + " values (2, 0)");
                other.end(xid);
            }
            one.resource().prepare(xid);
            one.resource().commit(xid, false);
            if (!joined.equals(OK)) {
                return joined;
            }
        }
        return count().equals("2") ? OK : HALF;
    }

    private String goOn(int end, int start) throws Exception {
        TestXid xid = TestXid.fresh();
        try (Session session = open()) {
            session.start(xid);
            session.execute("insert into " + table + " values (1, 0)");
            String ended = Session.answerOf(() -> session.resource().end(xid, end));
            String started =
                    ended.equals(OK) ? Session.answerOf(() -> session.resource().start(xid, start)) : ended;
            if (started.equals(OK)) {
                session.execute("insert into " + table + " values (2, 0)");
            }
            if (started.equals(OK) || !ended.equals(OK)) {
                session.end(xid);
            }
            session.resource().prepare(xid);
            session.resource().commit(xid, false);
            return !started.equals(OK) ? started : count().equals("2") ? OK : HALF;
        }
    }

    private String interleave() throws Exception {
        TestXid first = TestXid.fresh();
        TestXid second = TestXid.fresh();
        try (Session session = open()) {
            session.start(first);
            session.execute("insert into " + table + " values (1, 0)");
            String answer = Session.answerOf(() -> session.resource().end(first, XAResource.TMSUSPEND));
            if (answer.equals(OK)) {
                answer = Session.answerOf(() -> session.resource().start(second, XAResource.TMNOFLAGS));
            }
            if (!answer.equals(OK)) {
                session.discard();
                return answer;
            }
            session.execute("insert into " + table + " values (2, 0)");
            session.end(second);
            session.resource().rollback(second);
            session.resource().start(first, XAResource.TMRESUME);
            session.end(first);
            session.resource().commit(first, true);
        }
        return count().equals("1") ? OK : HALF;
    }

    private String listed(boolean closes) throws Exception {
        TestXid xid = TestXid.fresh();
        try (Session owner = open();
                Session other = open()) {
            owner.prepare(xid, table, 1);
            if (closes) {
                owner.discard();
            }
            boolean listed = other.lists(xid);
            if (listed) {
                finish(closes ? other : owner, xid);
            }
            return listed ? YES : NO;
        }
    }

    /** Ends a branch, which takes a while where its session must have ended before. */
    static void finish(Session session, TestXid xid) {
        await().until(() ->
                Session.answerOf(() -> session.resource().commit(xid, false)).equals(OK));
    }

    private String finishElsewhere(boolean commit, boolean closes) throws Exception {
        TestXid xid = TestXid.fresh();
        try (Session owner = open();
                Session other = open()) {
            owner.prepare(xid, table, 1);
            Session.Call finish = () -> {
                if (commit) {
                    other.resource().commit(xid, false);
                } else {
                    other.resource().rollback(xid);
                }
            };
            if (closes) {
                owner.discard();
                if (other.lists(xid)) {
                    await().until(() -> Session.answerOf(finish).equals(OK));
                    return count().equals("1") ? OK : LOST;
                }
            }
            String answer = Session.answerOf(finish);
            boolean left = other.lists(xid);
            if (left) {
                finish(owner, xid);
            }
            return left && answer.equals(OK) ? "success, and it stays prepared" : answer;
        }
    }

    /** Whether another can insert the same key tells whether the first one's is there. */
    private String unpreparedAfterClose() throws Exception {
        TestXid xid = TestXid.fresh();
        ExecutorService inserter = Executors.newSingleThreadExecutor();
        try (Session owner = open();
                Session other = open();
                Session third = open()) {
            owner.work(xid, table, 1);
            owner.discard();
            Future<Boolean> inserted = inserter.submit(() -> {
                other.execute("insert into " + table + " values (1, 1)");
                return true;
            });
            try {
                if (isDone(inserted)) {
                    inserted.get();
                    return GONE;
                }
                third.resource().start(xid, XAResource.TMJOIN);
                third.end(xid);
                third.resource().rollback(xid);
                inserted.get();
                return KEPT;
            } catch (ExecutionException there) {
                return "kept";
            }
        } finally {
            inserter.shutdownNow();
        }
    }

    /** Whether a statement is done: false as soon as it waits for a lock. */
    private boolean isDone(Future<?> statement) {
        await().until(() -> statement.isDone() || isWaitingForALock());
        return statement.isDone();
    }

    private String readBeside() throws Exception {
        TestXid xid = TestXid.fresh();
        ExecutorService reader = Executors.newSingleThreadExecutor();
        try (Session owner = open();
                Session other = open()) {
            owner.prepare(xid, table, 1);
            Future<String> read = reader.submit(() -> other.query("select count(*) from " + table));
            String answer = !isDone(read) ? WAITS : read.get().equals("0") ? OLD_ROWS : "the new rows";
            owner.resource().commit(xid, false);
            read.get();
            return answer;
        } finally {
            reader.shutdownNow();
        }
    }

    private String readOnly(boolean connection) throws Exception {
        TestXid xid = TestXid.fresh();
        try (Session session = open();
                Session other = open()) {
            if (connection) {
                session.connection().setReadOnly(true);
            }
            session.start(xid);
            session.query("select count(*) from " + table);
            session.end(xid);
            int vote = session.resource().prepare(xid);
            boolean listed = other.lists(xid);
            if (vote == XAResource.XA_OK || listed) {
                session.resource().commit(xid, false);
            }
            String name = vote == XAResource.XA_OK ? "XA_OK" : "XA_RDONLY";
            return vote == XAResource.XA_RDONLY && listed ? name + ", and it stays prepared" : name;
        }
    }

    private String afterFailure(boolean onePhase) throws Exception {
        TestXid xid = TestXid.fresh();
        try (Session session = open()) {
            session.start(xid);
            session.execute("insert into " + table + " values (1, 0)");
            fail(session, "insert into " + table + " values (1, 1)");
            session.end(xid);
            if (!commit(session, xid, onePhase)) {
                return ROLLED_BACK;
            }
        }
        return count().equals("1") ? REST_KEPT : LOST;
    }

    /**
     * Statements that make a table whose work is refused at its very end, with an SQLState; empty if the database has
     * no such triggers.
     */
    List<String> refusingAtTheEnd(String tableName, String state) {
        return List.of();
    }

    private String refused(String state, boolean onePhase) throws Exception {
        List<String> makings = refusingAtTheEnd(table, state);
        if (makings.isEmpty()) {
            return NOT_THERE;
        }
        TestXid xid = TestXid.fresh();
        try (Session session = open()) {
            for (String each : makings) {
                session.execute(each);
            }
            session.work(xid, table, 1);
            String answer = Session.answerOf(() -> {
                if (onePhase) {
                    session.resource().commit(xid, true);
                } else {
                    session.resource().prepare(xid);
                }
            });
            if (!answer.equals(OK)) {
                return answer.startsWith("XA_RB") ? ROLLED_BACK : answer;
            }
            if (session.lists(xid)) {
                session.resource().rollback(xid);
                return OK;
            }
        }
        return count().equals("0") ? LOST : OK;
    }

    private interface Use {
        void of(Session session) throws SQLException;
    }

    private String afterStatement(String sql) throws Exception {
        return after(session -> session.execute(sql));
    }

    private String after(Use use) throws Exception {
        TestXid xid = TestXid.fresh();
        try (Session session = open()) {
            session.start(xid);
            session.execute("insert into " + table + " values (1, 0)");
            boolean isRun = works(session, use);
            rollBack(session, xid);
            if (!isRun) {
                return FAILS;
            }
        }
        return count().equals("0") ? GONE : AT_ONCE;
    }

    private String afterRollbackStatement() throws Exception {
        TestXid xid = TestXid.fresh();
        try (Session session = open()) {
            session.start(xid);
            session.execute("insert into " + table + " values (1, 0)");
            if (!runs(session, "rollback")) {
                rollBack(session, xid);
                return FAILS;
            }
            session.execute("insert into " + table + " values (2, 0)");
            session.end(xid);
            if (!commit(session, xid, false)) {
                return ROLLED_BACK;
            }
        }
        return count().equals("1") ? HALF : count();
    }

    private static boolean runs(Session session, String sql) {
        return works(session, own -> own.execute(sql));
    }

    private static boolean works(Session session, Use use) {
        try {
            use.of(session);
            return true;
        } catch (SQLException refused) {
            return false;
        }
    }

    /** What a statement may have ended already. */
    private static void rollBack(Session session, TestXid xid) {
        try {
            session.end(xid);
            session.resource().rollback(xid);
        } catch (XAException ended) {
            // nothing is left of it
        }
    }

    private static void fail(Session session, String sql) {
        try {
            session.execute(sql);
        } catch (SQLException swallowed) {
            return;
        }
        throw new AssertionError("it was to fail: " + sql);
    }

    /** Whether it told of success: a branch that voted and is not there any more told nothing else. */
    private static boolean commit(Session session, TestXid xid, boolean onePhase) throws XAException {
        try {
            if (onePhase) {
                session.resource().commit(xid, true);
            } else {
                session.resource().prepare(xid);
                if (session.lists(xid)) {
                    session.resource().commit(xid, false);
                }
            }
            return true;
        } catch (XAException told) {
            if (!XaCodes.isRolledBack(told.errorCode)) {
                session.resource().rollback(xid);
            }
            return false;
        }
    }

    /** Two branches want each other's row. The victim swallows that and goes on. */
    private String afterDeadlock() throws Exception {
        try (Session setup = open()) {
            setup.execute("insert into " + table + " values (1, 0)");
            setup.execute("insert into " + table + " values (2, 0)");
        }
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (Session left = open();
                Session right = open()) {
            Deadlocked one = new Deadlocked(left, TestXid.fresh(), 1);
            Deadlocked two = new Deadlocked(right, TestXid.fresh(), 2);
            one.lock();
            two.lock();
            List<Future<Boolean>> wins =
                    List.of(threads.submit(() -> one.reach(2)), threads.submit(() -> two.reach(1)));
            await().until(() -> isVictim(wins.get(0)) || isVictim(wins.get(1)));
            boolean first = isVictim(wins.get(0));
            Deadlocked victim = first ? one : two;
            boolean committed = victim.goOn();
            wins.get(first ? 1 : 0).get();
            (first ? two : one).rollBack();
            if (!committed) {
                return ROLLED_BACK;
            }
        } finally {
            threads.shutdownNow();
        }
        try (Session session = open()) {
            String rows = session.query("select count(*) from " + table + " where id > 9");
            return rows.equals("1") ? HALF : rows.equals("0") ? LOST : REST_KEPT;
        }
    }

    private static boolean isVictim(Future<Boolean> win) throws Exception {
        return win.isDone() && !win.get();
    }

    private final class Deadlocked {
        private final Session session;
        private final TestXid xid;
        private final int own;

        Deadlocked(Session session, TestXid xid, int own) {
            this.session = session;
            this.xid = xid;
            this.own = own;
        }

        void lock() throws Exception {
            session.start(xid);
            session.execute("insert into " + table + " values (" + 10 * own + ", 0)");
            session.execute("update " + table + " set amount = 1 where id = " + own);
        }

        boolean reach(int other) {
            try {
                session.execute("update " + table + " set amount = 1 where id = " + other);
                return true;
            } catch (SQLException victim) {
                return false;
            }
        }

        boolean goOn() throws XAException {
            try {
                session.execute("insert into " + table + " values (" + (10 * own + 5) + ", 0)");
            } catch (SQLException aborted) {
                // swallowed as well
            }
            try {
                session.end(xid);
            } catch (XAException told) {
                session.resource().rollback(xid);
                return false;
            }
            return commit(session, xid, false);
        }

        void rollBack() throws XAException {
            session.end(xid);
            session.resource().rollback(xid);
        }
    }

    private String unknown(Verb verb) throws Exception {
        try (Session session = open()) {
            return Session.answerOf(() -> verb.call(session.resource(), TestXid.fresh()));
        }
    }

    private String onePhaseTooEarly() throws Exception {
        TestXid xid = TestXid.fresh();
        try (Session session = open()) {
            session.start(xid);
            session.execute("insert into " + table + " values (1, 0)");
            String answer = Session.answerOf(() -> session.resource().commit(xid, true));
            if (!answer.equals(OK)) {
                session.end(xid);
                session.resource().rollback(xid);
            }
            return answer;
        }
    }

    private String dead(Situation situation) throws Exception {
        TestXid xid = TestXid.fresh();
        Session session = open();
        boolean prepared = situation == Situation.DEAD_COMMIT || situation == Situation.DEAD_ROLLBACK;
        try {
            if (prepared) {
                session.prepare(xid, table, 1);
            } else if (situation != Situation.DEAD_START && situation != Situation.DEAD_RECOVER) {
                session.work(xid, table, 1);
            }
            if (situation == Situation.DEAD_START) {
                session.connection().setAutoCommit(false);
            }
            endAtServer(List.of(session));
            XAResource resource = session.resource();
            String answer = Session.answerOf(() -> {
                switch (situation) {
                    case DEAD_START -> resource.start(xid, XAResource.TMNOFLAGS);
                    case DEAD_PREPARE -> resource.prepare(xid);
                    case DEAD_ONE_PHASE -> resource.commit(xid, true);
                    case DEAD_COMMIT -> resource.commit(xid, false);
                    case DEAD_ROLLBACK -> resource.rollback(xid);
                    default -> resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
                }
            });
            return answer;
        } finally {
            session.discard();
            if (prepared) {
                try (Session other = open()) {
                    if (other.lists(xid)) {
                        finish(other, xid);
                    }
                }
            }
        }
    }
}
