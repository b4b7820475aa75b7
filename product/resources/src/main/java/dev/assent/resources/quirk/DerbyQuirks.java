package dev.assent.resources.quirk;

import static dev.assent.resources.quirk.Situation.Words.FAILS;
import static dev.assent.resources.quirk.Situation.Words.KEPT;
import static dev.assent.resources.quirk.Situation.Words.WAITS;

/** Apache Derby as a network server. */
final class DerbyQuirks {
    private DerbyQuirks() {}

    static DatabaseQuirks row() {
        return new DatabaseQuirks.Row("derby", "Apache Derby", "10.16.1.1 with its network client", "org.apache.derby.")
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
                        "after its end a branch belongs to no connection, and Derby does not list it, since it is not"
                                + " prepared",
                        "Assent always rolls a branch back by its Xid before it closes the connection")
                .probedBy("create table assent_probe_%s (id int)")
                .mendedBy(new Remedy(
                        ProbeStep.WORK,
                        "25503",
                        0,
                        "its connections are read-only, so Derby refuses the table that the probe makes and rolls back",
                        "let its user write: CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY("
                                + "'derby.database.defaultConnectionMode', 'fullAccess'), or give the user full access",
                        true))
                .noted(new Note(
                        "With `derby.jdbc.xaTransactionTimeout` or `XAResource.setTransactionTimeout` Derby also rolls"
                                + " back prepared branches",
                        "prepare does not stop the timer that starts with the branch. A decided transaction is then"
                                + " half done",
                        "Assent sets no timeout in Derby, and you must not set one. After a crash of the application,"
                                + " restart Derby to remove unprepared work"))
                .row();
    }
}
