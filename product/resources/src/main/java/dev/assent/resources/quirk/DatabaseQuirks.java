package dev.assent.resources.quirk;

import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.local.LastResourceDataSource;
import dev.assent.resources.sql.EndingWords;
import dev.assent.resources.sql.SqlDialect;
import dev.assent.spi.XaTraits;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javax.transaction.xa.XAResource;

/**
 * One database with its driver: its answer in every {@link Situation}, and the consequences for Assent. An answer that
 * is not listed as a deviation follows the standard. The {@code QuirksIT} of its name tries each row on the real
 * database, and fails when a driver no longer deviates: then change the row.
 *
 * <p>Immutable and safe to share.
 */
public final class DatabaseQuirks {
    /** A database that is not in the table: assumed to follow the standard, except that it does not join branches. */
    public static final DatabaseQuirks UNKNOWN = new Row("unknown", "a database that Assent does not know", "", "")
            .endedLocallyByIsolation() // JDBC leaves it open
            .row();

    /** Every database in the table. */
    public static final List<DatabaseQuirks> ALL = List.of(
            PostgreSqlQuirks.row(),
            MariaDbQuirks.row(),
            MySqlQuirks.row(),
            DerbyQuirks.row(),
            H2Quirks.row(),
            HyperSqlQuirks.row());

    /** The treatment of SQL text that ends a branch. */
    static final String UNSENT = "the pool refuses to send it (ASSENT-5023)";

    /** The treatment of a database that loses prepared branches. */
    static final String REFUSED = "the start-up probe refuses its pool, unless 'accept-lossy' is set";

    private final String key;
    private final String product;
    private final String tried;
    private final String driverPackage;
    private final String driverName;
    private final Map<Situation, Finding> findings;
    private final Set<Correction> corrections;
    private final UnaryOperator<String> probeWork;
    private final List<Remedy> remedies;
    private final List<Note> notes;
    private final EndingWords ending;
    private final EndingWords endingLocally;
    private final boolean isEndedLocallyByIsolation;
    private final Predicate<SQLException> loss;
    private final Predicate<SQLException> localRollback;

    private DatabaseQuirks(Row row) {
        this.key = row.key;
        this.product = row.product;
        this.tried = row.tried;
        this.driverPackage = row.driverPackage;
        this.driverName = row.driverName;
        this.findings = Collections.unmodifiableMap(new EnumMap<>(row.findings));
        this.corrections = Collections.unmodifiableSet(EnumSet.copyOf(row.corrections));
        this.probeWork = row.probeWork;
        this.remedies = List.copyOf(row.remedies);
        this.notes = List.copyOf(row.notes);
        this.ending = row.ending;
        this.endingLocally = row.endingLocally;
        this.isEndedLocallyByIsolation = row.isEndedLocallyByIsolation;
        this.loss = row.loss;
        this.localRollback = row.localRollback;
    }

    /** Builds a row while the class is loaded. Thread safety: none. */
    static final class Row {
        private final String key;
        private final String product;
        private final String tried;
        private final String driverPackage;
        private String driverName = "none";
        private final Map<Situation, Finding> findings = new EnumMap<>(Situation.class);
        private final Set<Correction> corrections = EnumSet.noneOf(Correction.class);
        private final List<Remedy> remedies = new ArrayList<>();
        private final List<Note> notes = new ArrayList<>();
        private UnaryOperator<String> probeWork = name -> "";
        private EndingWords ending = EndingWords.STANDARD;
        private EndingWords endingLocally = EndingWords.STANDARD;
        private boolean isEndedLocallyByIsolation;
        private Predicate<SQLException> loss = error -> false;
        private Predicate<SQLException> localRollback = WholeRollback::isByStandard;

        Row(String key, String product, String tried, String driverPackage) {
            this.key = key;
            this.product = product;
            this.tried = tried;
            this.driverPackage = driverPackage;
            for (Situation each : Situation.values()) {
                answers(
                        each,
                        each.needsDeferredTriggers()
                                ? Situation.Words.NOT_THERE
                                : each.standard().get(0));
            }
        }

        /** The beginning of the driver's name in DatabaseMetaData. */
        Row named(String name) {
            driverName = name;
            return this;
        }

        /** An answer that the standard allows. */
        Row answers(Situation situation, String answer) {
            findings.put(situation, new Finding(situation, answer, "", "", false));
            return this;
        }

        /** An answer that the standard does not allow. */
        Row deviates(Situation situation, String answer, String reason, String treatment) {
            findings.put(situation, new Finding(situation, answer, reason, treatment, false));
            return this;
        }

        /** An answer that the standard does not allow, and that Assent corrects to an allowed one. */
        Row mends(Situation situation, String answer, String reason, String treatment) {
            findings.put(situation, new Finding(situation, answer, reason, treatment, true));
            return this;
        }

        Row needs(Correction correction) {
            corrections.add(correction);
            return this;
        }

        /** The work that a branch needs so that it is really prepared; %s is replaced by an unused name. */
        Row probedBy(String sql) {
            return probedBy(name -> sql.replace("%s", name));
        }

        /** The same, made from the name. */
        Row probedBy(UnaryOperator<String> work) {
            probeWork = work;
            return this;
        }

        Row mendedBy(Remedy remedy) {
            remedies.add(remedy);
            return this;
        }

        Row noted(Note note) {
            notes.add(note);
            return this;
        }

        /** Its dialect of SQL. */
        Row reads(SqlDialect dialect) {
            ending = ending.readAs(dialect);
            endingLocally = endingLocally.readAs(dialect);
            return this;
        }

        /** The first words of statements that end a transaction, in addition to the standard's. */
        Row endedBy(String... words) {
            ending = ending.and(words);
            return endedLocallyBy(words);
        }

        /** As {@link #endedBy}, for local transactions: inside a branch the server refuses them. */
        Row endedLocallyBy(String... words) {
            endingLocally = endingLocally.and(words);
            return this;
        }

        /** Setting the isolation ends a local transaction. */
        Row endedLocallyByIsolation() {
            isEndedLocallyByIsolation = true;
            return this;
        }

        /** The first words of statements that end no transaction, although they begin like one that does. */
        Row notEndedBy(String... words) {
            ending = ending.butNot(words);
            endingLocally = endingLocally.butNot(words);
            return this;
        }

        /** Errors that leave a connection useless, in addition to those of all databases. */
        Row lostBy(Predicate<SQLException> isFatal) {
            loss = isFatal;
            return this;
        }

        /** Errors that roll back a local transaction as a whole, in place of those of SQLState class 40. */
        Row rolledBackLocallyBy(Predicate<SQLException> isRollback) {
            localRollback = isRollback;
            return this;
        }

        DatabaseQuirks row() {
            return new DatabaseQuirks(this);
        }
    }

    /** The row of the driver of a pool, also for a last resource. */
    public static DatabaseQuirks of(JdbcPoolConfig pool) {
        return of(
                pool.source() instanceof LastResourceDataSource last
                        ? last.driverClass()
                        : pool.source().getClass());
    }

    /** The row of a driver's class; profiles of other jars come first. {@link #UNKNOWN} when there is none. */
    public static DatabaseQuirks of(Class<?> driverClass) {
        DatabaseQuirks profiled = Profiles.of(driverClass);
        if (profiled != null) {
            return profiled;
        }
        String name = driverClass.getName();
        return ALL.stream()
                .filter(row -> name.startsWith(row.driverPackage))
                .findFirst()
                .orElse(UNKNOWN);
    }

    /**
     * The row of a connection, by the class of its XAResource, or if that is a wrapper, by the driver's own name.
     *
     * @throws SQLException when the driver can't tell its name
     */
    public static DatabaseQuirks of(XAResource resource, Connection connection) throws SQLException {
        return of(resource.getClass()).orBy(connection);
    }

    /**
     * This row; if it is {@link #UNKNOWN}, the row of a connection by the driver's own name.
     *
     * @throws SQLException when the driver can't tell its name
     */
    public DatabaseQuirks orBy(Connection connection) throws SQLException {
        if (this != UNKNOWN) {
            return this;
        }
        String name = Objects.requireNonNullElse(connection.getMetaData().getDriverName(), "");
        return ALL.stream()
                .filter(row -> name.startsWith(row.driverName))
                .findFirst()
                .orElse(UNKNOWN);
    }

    /** The short name in tests and addresses. */
    public String key() {
        return key;
    }

    /** The database's name, without a version. */
    public String product() {
        return product;
    }

    /** The database and driver with the versions that were tried. */
    public String title() {
        return tried.isEmpty() ? product : product + " " + tried;
    }

    /** The answer in one situation. */
    public Finding finding(Situation situation) {
        return Objects.requireNonNull(findings.get(situation));
    }

    /** The answers that the standard does not allow. */
    public List<Finding> deviations() {
        List<Finding> found = new ArrayList<>(findings.values());
        found.removeIf(Finding::isStandard);
        return found;
    }

    /** Whether the driver needs this correction. */
    boolean needs(Correction correction) {
        return corrections.contains(correction);
    }

    /** The traits that core needs (law 21). */
    public XaTraits traits() {
        boolean joins = works(Situation.SAME_RM) && works(Situation.JOIN_ELSEWHERE) && this != UNKNOWN;
        return new XaTraits(joins, !works(Situation.SUSPEND_RESUME));
    }

    /** Whether a prepared branch may get lost, so that two-phase commit is not safe. */
    public boolean isLossy() {
        return !works(Situation.LIST_AFTER_CLOSE)
                || !works(Situation.LIST_AFTER_KILL)
                || finding(Situation.COMMIT_AFTER_CLOSE).answer().equals(Situation.Words.LOST);
    }

    /** How prepared branches get lost, for people; empty when they do not. */
    public String howItLoses() {
        return deviations().stream()
                .filter(each -> each.treatment().equals(REFUSED))
                .map(Finding::reason)
                .findFirst()
                .orElse("");
    }

    /**
     * A statement after which a branch has something to prepare; the probe rolls it back. Empty when the database
     * prepares an empty branch as well.
     *
     * @param name of letters and digits, used for nothing else
     */
    public String probeWork(String name) {
        return probeWork.apply(name);
    }

    /** The meaning of an error in a step of the probe, and its remedy. */
    public Optional<Remedy> remedyFor(ProbeStep step, SQLException failed) {
        return remedies.stream().filter(each -> each.isFor(step, failed)).findFirst();
    }

    /** The known failures to prepare branches, with their remedies. */
    public List<Remedy> remedies() {
        return remedies;
    }

    /** Whether an error means that the connection is lost, or was not made. */
    public boolean isLoss(SQLException failed) {
        return ConnectionLoss.is(failed, loss);
    }

    /** Whether an error, or one of its causes, means that. */
    public boolean isLossIn(Throwable failed) {
        return ConnectionLoss.isCauseOf(failed, loss);
    }

    /**
     * Whether an error of a statement, one that the driver has chained to it, or one of their causes means that the
     * database has rolled back the whole local transaction. What the application does next is a new transaction.
     */
    public boolean isLocalRollback(SQLException failed) {
        return SqlErrors.isInCauses(failed, localRollback);
    }

    /** Which statements end a branch. */
    public EndingWords ending() {
        return ending;
    }

    /** Which statements end a local transaction. */
    public EndingWords endingLocally() {
        return endingLocally;
    }

    /**
     * Whether {@link Connection#setTransactionIsolation} ends the transaction.
     *
     * @param isBranch whether the transaction is a branch; otherwise it is a local one
     */
    public boolean isEndedByIsolation(boolean isBranch) {
        return !works(Situation.ISOLATION_SET) || (!isBranch && isEndedLocallyByIsolation);
    }

    /** Other facts about the database. */
    public List<Note> notes() {
        return notes;
    }

    private boolean works(Situation situation) {
        return finding(situation).isStandard();
    }

    @Override
    public String toString() {
        return title();
    }
}
