package dev.assent.backends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Sample;
import dev.assent.harness.Sampled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.derby.jdbc.ClientXADataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** Every server keeps its data over a kill -9, and leaves no process or file behind. */
@Sampled
class DatabaseServerIT {
    private record OwnXid(int id) implements Xid {
        @Override
        public int getFormatId() {
            return 4711;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return ("global" + id).getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] getBranchQualifier() {
            return ("branch" + id).getBytes(StandardCharsets.US_ASCII);
        }
    }

    @TempDir
    private static Path folder;

    private static ServerFolder servers;

    @BeforeAll
    static void makeFolder() {
        servers = ServerFolder.in(folder);
    }

    @AfterAll
    static void noProcessIsLeft() throws IOException {
        servers.close();
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(line -> line.contains(folder.toString())))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsCommittedAndWhatIsPreparedSurvivesAKillOfTheWholeServer(Database database) throws Exception {
        try (DatabaseServer server = servers.start(database, database.key() + "-killed")) {
            int port = server.port();
            server.execute("CREATE TABLE item (id INTEGER PRIMARY KEY)");
            server.execute("INSERT INTO item VALUES (1)");
            Xid left = new OwnXid(1);
            prepare(server, left);

            server.kill();
            assertThatThrownBy(server::connect).isInstanceOf(SQLException.class);
            server.restart();

            assertThat(server.port()).isEqualTo(port);
            assertThat(server.prepared()).hasSize(1);
            commit(server, left);
            assertThat(server.prepared()).isEmpty();
            assertThat(server.query("SELECT id FROM item ORDER BY id")).containsExactly("1", "2");
        }
    }

    private static XADataSource source(DatabaseServer server) throws SQLException {
        return switch (server.database()) {
            case POSTGRESQL -> ((PostgresServer) server).xaDataSource();
            case MARIADB -> {
                MariaDbDataSource source = new MariaDbDataSource(server.url());
                source.setUser(server.user());
                yield source;
            }
            case DERBY -> {
                ClientXADataSource source = new ClientXADataSource();
                source.setServerName("127.0.0.1");
                source.setPortNumber(server.port());
                source.setDatabaseName("assent");
                source.setUser(server.user());
                source.setPassword(server.password());
                yield source;
            }
        };
    }

    private static void prepare(DatabaseServer server, Xid xid) throws Exception {
        XAConnection xa = source(server).getXAConnection();
        XAResource resource = xa.getXAResource();
        resource.start(xid, XAResource.TMNOFLAGS);
        try (Connection connection = xa.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO item VALUES (2)");
        }
        resource.end(xid, XAResource.TMSUCCESS);
        assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
        // and it is not closed: its server dies first
    }

    private static void commit(DatabaseServer server, Xid xid) throws Exception {
        XAConnection xa = source(server).getXAConnection();
        try {
            xa.getXAResource().commit(xid, false);
        } finally {
            xa.close();
        }
    }

    static List<Database> ofTwo() {
        return Sample.of("databases with two servers", 1, Database.values());
    }

    @ParameterizedTest
    @MethodSource("ofTwo")
    void twoOfAKindHaveNothingInCommon(Database database) throws Exception {
        try (DatabaseServer one = servers.start(database, database.key() + "-one");
                DatabaseServer two = servers.start(database, database.key() + "-two")) {
            assertThat(two.port()).isNotEqualTo(one.port());
            one.execute("CREATE TABLE item (id INTEGER PRIMARY KEY)");
            assertThatThrownBy(() -> two.query("SELECT id FROM item")).isInstanceOf(IllegalStateException.class);
            two.kill();
            assertThat(one.query("SELECT id FROM item")).isEmpty();
        }
    }

    static List<Database> robbed() {
        return Sample.of("databases whose port is taken", 1, Database.values());
    }

    @ParameterizedTest
    @MethodSource("robbed")
    void aServerWhosePortIsTakenSaysSo(Database database) throws Exception {
        try (DatabaseServer one = servers.start(database, database.key() + "-robbed")) {
            one.kill();
            try (ServerSocket taken = new ServerSocket(one.port(), 1, InetAddress.getByName("127.0.0.1"))) {
                assertThatThrownBy(one::restart)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(database.title() + " server '" + one.name() + "'")
                        .hasMessageContaining("port " + taken.getLocalPort())
                        .hasMessageContaining(
                                folder.resolve(one.name() + ".log").toString());
            }
        }
    }

    @Test
    void aTemporaryFolderIsGoneOnceItIsClosed() throws Exception {
        Path made;
        try (ServerFolder temporary = ServerFolder.temporary()) {
            made = temporary.path();
            temporary.start(Database.DERBY, "one");
            assertThat(made).isDirectory();
        }
        assertThat(made).doesNotExist();
    }
}
