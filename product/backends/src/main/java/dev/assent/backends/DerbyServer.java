package dev.assent.backends;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** An Apache Derby network server in a JVM of its own. Thread safety: see {@link DatabaseServer}. */
final class DerbyServer extends ForkedDatabase {
    private static final String DATABASE = "assent";
    private static final String USER = "assent";

    private QuickJvm jvm = QuickJvm.plain();

    DerbyServer(ServerPlace place) throws IOException {
        super(Database.DERBY, place);
        Files.createDirectories(place.data());
        launch();
    }

    @Override
    protected List<String> command() {
        return jvm.command(
                DerbyProcess.class,
                List.of(
                        "-Xmx256m",
                        "-Dderby.system.home=" + place().data(),
                        "-Dderby.stream.error.file=" + place().log(),
                        "-Dderby.infolog.append=true",
                        "-Dderby.drda.startNetworkServer=true",
                        "-Dderby.drda.host=127.0.0.1",
                        "-Dderby.drda.portNumber=" + port(),
                        "-Djava.io.tmpdir=" + place().data()),
                List.of());
    }

    /** The process ends when its input does. */
    @Override
    protected void stop(Process running) throws IOException {
        running.getOutputStream().close();
    }

    @Override
    public void learn() throws IOException {
        jvm = QuickJvm.sharingClasses(place().classes());
        learn(jvm);
    }

    /** With the attribute that makes the database if it is missing. */
    @Override
    public String url() {
        return "jdbc:derby://127.0.0.1:" + port() + "/" + DATABASE + ";create=true";
    }

    @Override
    public String user() {
        return USER;
    }

    /** Any password is right, since the server checks none, but the driver wants one. */
    @Override
    public String password() {
        return USER;
    }

    @Override
    public String xaDataSourceClass() {
        return "org.apache.derby.jdbc.ClientXADataSource";
    }

    @Override
    public Map<String, String> xaProperties() {
        return ServerProperties.of(
                "serverName",
                "127.0.0.1",
                "portNumber",
                Integer.toString(port()),
                "databaseName",
                DATABASE,
                "user",
                USER,
                "password",
                password());
    }

    /** The Xids as Derby writes them: format id, gtrid and bqual in hexadecimal. */
    @Override
    public List<String> prepared() {
        return query("SELECT GLOBAL_XID FROM SYSCS_DIAG.TRANSACTION_TABLE WHERE STATUS = 'PREPARED'");
    }
}
