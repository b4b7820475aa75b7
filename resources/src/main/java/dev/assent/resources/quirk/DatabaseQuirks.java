package dev.assent.resources.quirk;

import dev.assent.core.xa.XaTraits;
import dev.assent.resources.sql.EndingWords;
import dev.assent.resources.sql.SqlDialect;
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
 * One database with its driver: how it answers in every {@link Situation}, and what follows for Assent.
 * What is not listed as a deviation is as the standard says. Each row is tried on the real database by the
 * {@code QuirksIT} of its name, which fails when a driver is mended: then the row is to be changed.
 *
 * <p>Immutable and safe to share.
 */
public final class DatabaseQuirks {
    /** A database that is not in the table: taken to do what the standard says, joins apart. */
    public static final DatabaseQuirks UNKNOWN = new Row("unknown", "a database that is not in this table", "")
            .endedLocallyByIsolation() // which JDBC leaves open
            .row();

    /** Every database in the table. */
    public static final List<DatabaseQuirks> ALL = List.of(
            PostgreSqlQuirks.row(),
            MariaDbQuirks.row(),
            MySqlQuirks.row(),
            DerbyQuirks.row(),
            H2Quirks.row(),
            HyperSqlQuirks.row());

    /** What is done about SQL text that ends a branch. */
    static final String UNSENT = "the pool refuses it before it is sent (ASSENT-5023)";

    /** What is done about a database that loses prepared branches. */
    static final String REFUSED = "a pool of it is refused by the start-up probe, unless 'accept-lossy' is set";

    private final String key;
    private final String title;
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

    private DatabaseQuirks(Row row) {
        this.key = row.key;
        this.title = row.title;
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
    }

    /** What makes a row, while the class is loaded. Thread safety: none. */
    static final class Row {
        private final String key;
        private final String title;
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

        Row(String key, String title, String driverPackage) {
            this.key = key;
            this.title = title;
            this.driverPackage = driverPackage;
            for (Situation each : Situation.values()) {
                answers(
                        each,
                        each.needsDeferredTriggers()
                                ? Situation.Words.NOT_THERE
                                : each.standard().get(0));
            }
        }

        /** What DatabaseMetaData calls the driver, at its beginning. */
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

        /** An answer that the standard does not allow, and that is made one that it does. */
        Row mends(Situation situation, String answer, String reason, String treatment) {
            findings.put(situation, new Finding(situation, answer, reason, treatment, true));
            return this;
        }

        Row needs(Correction correction) {
            corrections.add(correction);
            return this;
        }

        /** What a branch must do to be really prepared; %s stands for a name nobody has. */
        Row probedBy(String sql) {
            return probedBy(name -> sql.replace("%s", name));
        }

        /** The same, made of the name. */
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

        /** How it reads SQL. */
        Row reads(SqlDialect dialect) {
            ending = ending.readAs(dialect);
            endingLocally = endingLocally.readAs(dialect);
            return this;
        }

        /** What statements that end a transaction begin with, beside those of the standard. */
        Row endedBy(String... words) {
            ending = ending.and(words);
            return endedLocallyBy(words);
        }

        /** As {@link #endedBy}, where the transaction is no branch: in one that is, they are refused by the server. */
        Row endedLocallyBy(String... words) {
            endingLocally = endingLocally.and(words);
            return this;
        }

        /** A local transaction ends when its isolation is set. */
        Row endedLocallyByIsolation() {
            isEndedLocallyByIsolation = true;
            return this;
        }

        /** What statements begin with that end none, though they begin as one that does. */
        Row notEndedBy(String... words) {
            ending = ending.butNot(words);
            endingLocally = endingLocally.butNot(words);
            return this;
        }

        /** Errors that leave a connection useless, beside those that are known of all databases. */
        Row lostBy(Predicate<SQLException> isFatal) {
            loss = isFatal;
            return this;
        }

        DatabaseQuirks row() {
            return new DatabaseQuirks(this);
        }
    }

    /** The row of the driver that a class is of, first among the profiles of others; {@link #UNKNOWN} when there is none. */
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
     * The row of a connection, by the class of its XAResource, or when that is somebody's wrapper, by what
     * the driver calls itself.
     *
     * @throws SQLException when the driver can't say
     */
    public static DatabaseQuirks of(XAResource resource, Connection connection) throws SQLException {
        return of(resource.getClass()).orBy(connection);
    }

    /**
     * This one; if it is {@link #UNKNOWN}, the row of a connection by what its driver calls itself.
     *
     * @throws SQLException when the driver can't say
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

    /** A word for it, in tests and addresses. */
    public String key() {
        return key;
    }

    /** The database and driver with the versions that were tried. */
    public String title() {
        return title;
    }

    /** How it answers. */
    public Finding finding(Situation situation) {
        return Objects.requireNonNull(findings.get(situation));
    }

    /** Where it does otherwise than the standard says. */
    public List<Finding> deviations() {
        List<Finding> found = new ArrayList<>(findings.values());
        found.removeIf(Finding::isStandard);
        return found;
    }

    /** Whether a correction is needed. */
    public boolean needs(Correction correction) {
        return corrections.contains(correction);
    }

    /** What core must heed (law 21). */
    public XaTraits traits() {
        boolean joins = works(Situation.SAME_RM) && works(Situation.JOIN_ELSEWHERE) && this != UNKNOWN;
        return new XaTraits(joins, !works(Situation.SUSPEND_RESUME));
    }

    /** Whether a prepared branch may be lost, so that two phases are none. */
    public boolean isLossy() {
        return !works(Situation.LIST_AFTER_CLOSE)
                || !works(Situation.LIST_AFTER_KILL)
                || finding(Situation.COMMIT_AFTER_CLOSE).answer().equals(Situation.Words.LOST);
    }

    /** How prepared branches are lost, for people; empty when they are not. */
    public String howItLoses() {
        return deviations().stream()
                .filter(each -> each.treatment().equals(REFUSED))
                .map(Finding::reason)
                .findFirst()
                .orElse("");
    }

    /**
     * What a branch must do so that there is something to prepare: a statement that is rolled back; empty when
     * an empty branch is prepared as well.
     *
     * @param name of letters and digits, that nothing else has
     */
    public String probeWork(String name) {
        return probeWork.apply(name);
    }

    /** What an error of a step of the probe means, and what mends it. */
    public Optional<Remedy> remedyFor(ProbeStep step, SQLException failed) {
        return remedies.stream().filter(each -> each.isFor(step, failed)).findFirst();
    }

    /** What is known to go wrong when branches are prepared, and what mends it. */
    public List<Remedy> remedies() {
        return remedies;
    }

    /** Whether an error says that the connection is lost, or was not made. */
    public boolean isLoss(SQLException failed) {
        return ConnectionLoss.is(failed, loss);
    }

    /** Whether an error, or one of its causes, says so. */
    public boolean isLossIn(Throwable failed) {
        return ConnectionLoss.isCauseOf(failed, loss);
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
     * @param isBranch whether that is a branch; else it is a local one
     */
    public boolean isEndedByIsolation(boolean isBranch) {
        return !works(Situation.ISOLATION_SET) || (!isBranch && isEndedLocallyByIsolation);
    }

    /** What else is to be known. */
    public List<Note> notes() {
        return notes;
    }

    private boolean works(Situation situation) {
        return finding(situation).isStandard();
    }

    @Override
    public String toString() {
        return title;
    }
}
