package dev.assent.resources.quirk;

import dev.assent.harness.Fast;
import java.nio.file.Path;

@Fast
class HyperSqlQuirksIT extends EmbeddedQuirksContract {
    @Override
    DatabaseQuirks row() {
        return DatabaseQuirks.ALL.get(5);
    }

    @Override
    String dataSourceClass() {
        return "org.hsqldb.jdbc.pool.JDBCXADataSource";
    }

    @Override
    String memoryUrl() {
        return "jdbc:hsqldb:mem:quirks;hsqldb.tx=mvcc";
    }

    @Override
    String fileUrl(Path file) {
        return "jdbc:hsqldb:file:" + file + ";hsqldb.write_delay=false;hsqldb.lock_file=false";
    }

    @Override
    String user() {
        return "SA";
    }

    @Override
    String killStatement(Session session) throws Exception {
        return "alter session " + session.query("call session_id()") + " close";
    }
}
