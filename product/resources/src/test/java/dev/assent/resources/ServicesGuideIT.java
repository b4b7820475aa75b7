package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import dev.assent.resources.example.OrderFromStock;
import dev.assent.resources.example.Stock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the guide docs/guide/services.md shows is these classes, and they work. */
@Fast
class ServicesGuideIT {
    private static final String EXAMPLE = "src/test/java/dev/assent/resources/example/";

    @RegisterExtension
    final TwoServers servers = new TwoServers();

    @TempDir
    Path folder;

    @BeforeEach
    void fill() {
        servers.orders().execute("drop table if exists purchase");
        servers.orders().execute("create table purchase (article text, pieces int)");
        servers.payments().execute("drop table if exists stock");
        servers.payments().execute("create table stock (article text, pieces int)");
        servers.payments().execute("insert into stock values ('tea', 3)");
    }

    private int[] order() throws Exception {
        return OrderFromStock.run(
                file("depot", "pieces", servers.payments().url()),
                file("shop", "orders", servers.orders().url()));
    }

    private Path file(String node, String resource, String url) throws IOException {
        return Files.writeString(
                folder.resolve(node + ".properties"), """
                log-folder = %s
                resource.%2$s.type = jdbc
                resource.%2$s.xa-data-source = org.postgresql.xa.PGXADataSource
                resource.%2$s.driver.url = %3$s
                resource.%2$s.driver.user = postgres
                """.formatted(folder.resolve(node), resource, url));
    }

    /** Lines of an example, from one to another, without their indentation. */
    private static String lines(String file, String from, String to) throws IOException {
        String source = Files.readString(Path.of(EXAMPLE + file));
        return source.substring(source.indexOf(from), source.indexOf(to))
                .stripTrailing()
                .stripIndent();
    }

    @Test
    void theGuideShowsTheExampleAsItIs() throws IOException {
        assertThat(Files.readString(Checkout.path("docs/guide/services.md")))
                .contains("```java\n" + lines("Stock.java", "public interface Stock", "    /** Begins to count")
                        + "\n\n    // ...\n}\n```\n")
                .contains("```java\n"
                        + indentedBy12(
                                lines("OrderFromStock.java", "depot.add(", "            // the node that takes")))
                .contains("```java\n"
                        + indentedBy12(lines("OrderFromStock.java", "shop.add(", "            // a reference")))
                .contains("```java\n" + lines("Stock.java", "    @Referenced", "    /** There is less") + "\n```\n")
                .contains("```java\n"
                        + indentedBy12(lines("OrderFromStock.java", "try (Stock.Count", "            return")));
    }

    private static String indentedBy12(String lines) {
        return lines.replace("\n            ", "\n") + "\n```\n";
    }

    @Test
    void theExampleUpdatesBothDatabasesOrNeither() throws Exception {
        assertThat(order()).containsExactly(1, 3);
        assertThatThrownBy(this::order)
                .isInstanceOf(Stock.OutOfStockException.class)
                .hasMessage("not enough tea");

        assertThat(servers.orders().query("select pieces from purchase")).containsExactly("2");
        assertThat(servers.payments().query("select pieces from stock")).containsExactly("1");
    }
}
