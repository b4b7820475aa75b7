package dev.assent.resources.quirk;

import static dev.assent.resources.quirk.Situation.Words.FAILS;
import static dev.assent.resources.quirk.Situation.Words.KEPT;
import static dev.assent.resources.quirk.Situation.Words.WAITS;

/** Apache Derby as a network server. */
final class DerbyQuirks {
    private DerbyQuirks() {}

    static DatabaseQuirks row() {
        return new DatabaseQuirks.Row("derby", "Apache Derby 10.16.1.1 with its network client", "org.apache.derby.")
                .named("Apache Derby")
                .answers(Situation.READ_BESIDE, WAITS)
                .answers(Situation.READ_ONLY_WORK, "XA_RDONLY")
                .answers(Situation.READ_ONLY_CONNECTION, "XA_RDONLY")
                .answers(Situation.ISOLATION_SET, FAILS)
                .endedLocallyBy("SET ISOLATION", "SET CURRENT ISOLATION")
                .endedLocallyByIsolation()
                .answers(Situation.FAILED_THEN_PREPARE, Situation.Words.REST_KEPT)
                .deviates(
                        Situation.UNPREPARED_AFTER_CLOSE,
                        KEPT,
                        "a branch that was ended belongs to no connection any more, and Derby does not list it, since"
                                + " it is not prepared",
                        "a branch is always rolled back by its Xid before its connection is closed")
                .probedBy("create table assent_probe_%s (id int)")
                .mendedBy(new Remedy(
                        ProbeStep.WORK,
                        "25503",
                        0,
                        "its connections are read-only, so the table that the probe makes and rolls back is refused",
                        "let its user write: CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY("
                                + "'derby.database.defaultConnectionMode', 'fullAccess'), or give the user full access",
                        true))
                .noted(new Note(
                        "With `derby.jdbc.xaTransactionTimeout`, or `XAResource.setTransactionTimeout`, it rolls back"
                                + " branches that are prepared, too",
                        "the timer that starts with the branch is not stopped by prepare, so a transaction that was"
                                + " decided is half done",
                        "Assent sets no timeout of Derby's, and neither must you; after a crash of the application,"
                                + " restart Derby to be rid of unprepared work"))
                .row();
    }
}
