package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.backends.PostgresServer;
import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import dev.assent.resources.example.TakeOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The example of the README is this class, and it works. */
@Fast
class ReadmeExampleIT {
    private static final String SOURCE = "src/test/java/dev/assent/resources/example/TakeOrder.java";

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @TempDir
    Path folder;

    @BeforeEach
    void fill() {
        servers.orders().execute("drop table if exists purchase");
        servers.orders().execute("create table purchase (article text, pieces int)");
        servers.payments().execute("drop table if exists stock");
        servers.payments().execute("create table stock (article text, pieces int check (pieces >= 0))");
        servers.payments().execute("insert into stock values ('tea', 3)");
    }

    private static String withUser(PostgresServer server) {
        return server.url() + "?user=postgres";
    }

    private void takeOrder() throws Exception {
        TakeOrder.main(new String[] {
            withUser(servers.orders()),
            withUser(servers.payments()),
            folder.resolve("log").toString()
        });
    }

    @Test
    void theReadmeShowsTheExampleAsItIs() throws IOException {
        String source = Files.readString(Path.of(SOURCE));
        String shown = source.substring(source.indexOf("import "));
        assertThat(Files.readString(Checkout.path("README.md"))).contains("```java\n" + shown + "```\n");
    }

    @Test
    void theExampleUpdatesBothDatabasesOrNeither() throws Exception {
        takeOrder();
        assertThatThrownBy(this::takeOrder).isInstanceOf(SQLException.class).hasMessageContaining("check constraint");

        assertThat(servers.orders().query("select pieces from purchase")).containsExactly("2");
        assertThat(servers.payments().query("select pieces from stock")).containsExactly("1");
    }
}
