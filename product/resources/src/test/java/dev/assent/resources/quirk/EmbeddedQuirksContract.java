package dev.assent.resources.quirk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.TestJvm;
import dev.assent.resources.XaDriverConfig;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.sql.XADataSource;
import org.junit.jupiter.api.io.TempDir;

/** A database in the JVM of its application: to crash it, a process is killed. */
abstract class EmbeddedQuirksContract extends QuirksContract {
    @TempDir
    Path folder;

    private XADataSource source;

    abstract String dataSourceClass();

    abstract String memoryUrl();

    abstract String fileUrl(Path file);

    abstract String user();

    abstract String killStatement(Session session) throws Exception;

    @Override
    XADataSource source() {
        if (source == null) {
            source = source(memoryUrl());
        }
        return source;
    }

    private XADataSource source(String url) {
        return XaDriverConfig.of(dataSourceClass())
                .with("url", url)
                .with("user", user())
                .create();
    }

    @Override
    void endAtServer(List<Session> sessions) throws Exception {
        try (Session other = open()) {
            for (Session each : sessions) {
                other.execute(killStatement(each));
            }
        }
    }

    @Override
    boolean isListedAfterKill(String file, boolean rolledBack) throws Exception {
        TestXid xid = TestXid.fresh();
        String url = fileUrl(folder.resolve(file));
        Process process = new ProcessBuilder(
                        TestJvm.command(PreparingProcess.class, dataSourceClass(), url, user(), xid.id(), rolledBack))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo(PreparingProcess.HERE);
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
        try (Session session = new Session(source(url))) {
            boolean listed = session.lists(xid);
            if (listed) {
                finish(session, xid);
            }
            session.execute("shutdown");
            return listed;
        }
    }
}
