package dev.assent.resources.quirk;

import static org.awaitility.Awaitility.await;

import dev.assent.backends.Database;
import dev.assent.backends.DatabaseServer;
import dev.assent.resources.SharedServers;
import dev.assent.resources.XaSources;
import java.util.ArrayList;
import java.util.List;
import javax.sql.XADataSource;
import org.junit.jupiter.api.BeforeAll;

/** A database that is a server in processes of its own. */
abstract class ServerQuirksContract extends QuirksContract {
    private DatabaseServer server;

    abstract Database database();

    /** What a session calls itself at the server. */
    abstract String idQuery();

    /** Ends a session, asked on another. */
    abstract String killStatement(String id);

    /** Whether the server has a session: counts those of an id. */
    abstract String countQuery(String id);

    @BeforeAll
    void start() throws Exception {
        server = SharedServers.of(database());
        prepareServer(server);
    }

    /** Settings that make the test quicker. */
    void prepareServer(DatabaseServer started) {}

    DatabaseServer server() {
        return server;
    }

    @Override
    XADataSource source() {
        return XaSources.of(server);
    }

    @Override
    void endAtServer(List<Session> sessions) throws Exception {
        List<String> ids = new ArrayList<>();
        for (Session each : sessions) {
            ids.add(each.query(idQuery()));
        }
        for (String id : ids) {
            server.execute(killStatement(id));
            await().until(() -> server.query(countQuery(id)).equals(List.of("0")));
        }
    }

    @Override
    boolean isListedAfterKill(String name, boolean rolledBack) throws Exception {
        String table = getClass().getSimpleName() + name; // the server is shared
        TestXid xid = TestXid.fresh();
        Session lost = open();
        Session other = open();
        lost.execute("create table " + table + " (id int primary key, amount int)");
        lost.prepare(xid, table, 1);
        if (rolledBack) {
            lost.discard();
            other.rollBackOfAnother(xid);
        }
        server.kill();
        lost.discard();
        other.discard();
        server.restart();
        try (Session session = open()) {
            boolean listed = session.lists(xid);
            if (listed) {
                finish(session, xid);
            }
            return listed;
        }
    }
}
