package dev.assent.resources.quirk;

import dev.assent.harness.Fast;
import java.nio.file.Path;

@Fast
class H2QuirksIT extends EmbeddedQuirksContract {
    @Override
    DatabaseQuirks row() {
        return DatabaseQuirks.ALL.get(4);
    }

    @Override
    String dataSourceClass() {
        return "org.h2.jdbcx.JdbcDataSource";
    }

    @Override
    String memoryUrl() {
        return "jdbc:h2:mem:quirks;DB_CLOSE_DELAY=-1";
    }

    @Override
    String fileUrl(Path file) {
        return "jdbc:h2:" + file;
    }

    @Override
    String user() {
        return "sa";
    }

    @Override
    String killStatement(Session session) throws Exception {
        return "call abort_session(" + session.query("select session_id()") + ")";
    }
}
