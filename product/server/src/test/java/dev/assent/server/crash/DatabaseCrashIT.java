package dev.assent.server.crash;

import dev.assent.backends.Database;
import dev.assent.harness.Sampled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The crash matrix of databases, as {@link CrashRun} says: every transfer is whole whatever is killed wherever
 * it is. The worlds run at the same time.
 */
@Sampled
@Execution(ExecutionMode.CONCURRENT)
class DatabaseCrashIT extends BankCrashPart {
    @Test
    void transfersAreWholeOnPostgresql() throws Exception {
        makeRuns("postgresql", Database.POSTGRESQL, Database.POSTGRESQL);
    }

    @Test
    void transfersAreWholeOnMariadb() throws Exception {
        makeRuns("mariadb", Database.MARIADB, Database.MARIADB);
    }

    @Test
    void transfersAreWholeOnDerby() throws Exception {
        makeRuns("derby", Database.DERBY, Database.DERBY);
    }
}
