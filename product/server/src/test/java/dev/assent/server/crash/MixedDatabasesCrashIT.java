package dev.assent.server.crash;

import dev.assent.backends.Database;
import dev.assent.harness.Full;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The crash matrix of a transfer between databases of two kinds. */
@Full
@Execution(ExecutionMode.CONCURRENT)
class MixedDatabasesCrashIT extends BankCrashPart {
    @Test
    void transfersAreWholeOnPostgresqlWithMariadb() throws Exception {
        makeRuns("postgresql,mariadb", Database.POSTGRESQL, Database.MARIADB);
    }
}
