package dev.assent.resources.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.Setting;
import dev.assent.harness.Fast;
import dev.assent.resources.assembly.JdbcType;
import dev.assent.resources.spi.ResourceKey;
import dev.assent.resources.spi.ResourceType;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every key is checked, in files and in code; a refusal names everything that helps to correct it. */
@Fast
class NodeConfigTest {
    private static final String PG = "org.postgresql.xa.PGXADataSource";

    @TempDir
    Path folder;

    private Path file(String... lines) throws IOException {
        return Files.writeString(folder.resolve("node.properties"), String.join("\n", lines));
    }

    private String refusal(String... lines) throws IOException {
        Path file = file(lines);
        try {
            NodeConfig.read(file);
        } catch (IllegalArgumentException refused) {
            assertThat(refused).hasMessageContaining(file.toString());
            return refused.getMessage();
        }
        throw new AssertionError("not refused: " + String.join("; ", lines));
    }

    @Test
    void aFileMakesANodeWithItsResourcesInTheirOrder() throws IOException {
        NodeConfig config = NodeConfig.read(file(
                "# a shop",
                "log-folder = /var/lib/shop/log",
                "transaction-timeout-seconds=7 ",
                "resource.stock.type = jdbc",
                "resource.stock.xa-data-source = " + PG + " ",
                "resource.stock.driver.url = jdbc:postgresql://db2/stock",
                "resource.orders.driver.url = jdbc:postgresql://db1/orders",
                "resource.orders.xa-data-source = " + PG,
                "resource.orders.connections-max = 50",
                "resource.orders.type = jdbc",
                "resource.queues.type = jms",
                "resource.queues.connection-factory ="
                        + " org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory",
                "resource.queues.driver.brokerURL = tcp://broker:61616",
                "resource.queues.sessions-max = 50"));
        assertThat(config.settings().get(Setting.LOG_FOLDER)).isEqualTo("/var/lib/shop/log");
        assertThat(config.settings().number(Setting.TRANSACTION_TIMEOUT_SECONDS))
                .isEqualTo(7);
        assertThat(config).hasToString("stock (jdbc), orders (jdbc), queues (jms)");
    }

    @Test
    void anEmptyFileIsANodeOfDefaults() throws IOException {
        assertThat(NodeConfig.read(file(""))).hasToString("no resources");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "log-foldr=x                          | 5172 | 'log-foldr' | unknown key | log-folder",
                "transactions-max=many                | 1031 | 'transactions-max' | 'many' | 64 to",
                "dispatch=sometimes                   | 1031 | 'dispatch' | 'sometimes' | inline",
                "resource.orders=jdbc                 | 5172 | 'resource.orders' | unknown key | resource.NAME.type",
                "resource.eu.orders.type=jdbc         | 5174 | 'eu' | 'resource.eu.type' | jdbc",
                "resource.a/b.type=jdbc               | 5172 | 'resource.a/b.type' | unknown key | resource.NAME.type",
                "resource.orders.xa-data-source=x     | 5174 | 'orders' | 'resource.orders.type' | jdbc",
                "resource.orders.type=odbc            | 1031 | 'resource.orders.type' | 'odbc' | jdbc",
                "resource.orders.type=jdbc            | 51 | 'orders' | xa-data-source | xa-data-source",
                "log-folder=${env:ASSENT_NOT_SET}     | 5176 | 'log-folder' | '${env:ASSENT_NOT_SET}' | ${file:PATH}",
                "log-folder=${file:/no/such/file}     | 5176 | 'log-folder' | '${file:/no/such/file}' | ${env:NAME}",
                "log-folder=${sys:user.home}          | 5176 | 'log-folder' | '${sys:user.home}' | ${env:NAME}",
                "log-folder=/var/${env:HOME}          | 5176 | 'log-folder' | '/var/${env:HOME}' | whole value"
            })
    void aMistakeIsNamedWithKeyAndValueAndWhatIsAllowed(
            String line, String id, String key, String value, String allowed) throws IOException {
        assertThat(refusal(line)).contains("ASSENT-5170", "ASSENT-" + id, key, value, allowed);
    }

    @Test
    void aBadKeyOfAResourceIsNamedWithItsResource() throws IOException {
        String source = "resource.orders.xa-data-source=" + PG;
        assertThat(refusal("resource.orders.type=jdbc", source, "resource.orders.max-size=5"))
                .contains("'orders'", "max-size", "connections-max");
        assertThat(refusal("resource.orders.type=jdbc", source, "resource.orders.connections-max=0"))
                .contains("'orders'", "connections-max", "0", "1 to 10000");
        assertThat(refusal("resource.orders.type=jdbc", source, "resource.orders.driver.usr=me"))
                .contains("'orders'", "'usr'", "user");
    }

    @Test
    void allMistakesAreToldAtOnce() throws IOException {
        assertThat(refusal("log-foldr=x", "dispatch=sometimes", "resource.a.type=odbc", "resource.b.xa-data-source=x"))
                .contains("mistakes: 4", "'log-foldr'", "'sometimes'", "'odbc'", "'resource.b.type'");
    }

    @Test
    void allMistakesOfOneResourceAreToldAtOnce() throws IOException {
        assertThat(refusal(
                        "resource.a.type=jdbc",
                        "resource.a.xa-data-source=" + PG,
                        "resource.a.max-size=5",
                        "resource.a.connections-max=0",
                        "resource.a.probe=perhaps",
                        "resource.a.driver.usr=me",
                        "resource.a.driver.socketTimeout=soon",
                        "resource.a.driver.password=${env:ASSENT_NOT_SET}"))
                .contains(
                        "mistakes: 6",
                        "\n  ASSENT-5101 pool 'a' cannot be made: its key 'max-size'",
                        "\n  ASSENT-5001 pool 'a' cannot be made: setting 'connections-max' has the value '0'",
                        "\n  ASSENT-5001 pool 'a' cannot be made: setting 'probe' has the value 'perhaps'",
                        "\n  ASSENT-5103 pool 'a' cannot be made, its driver is refused: ASSENT-5003",
                        "\n  ASSENT-5103 pool 'a' cannot be made, its driver is refused: ASSENT-5004",
                        "\n  ASSENT-5176 setting 'resource.a.driver.password'");
        assertThat(refusal(
                        "resource.a.type=jms", "resource.a.sessions-max=0", "resource.a.max-size=5", "resource.a.x=y"))
                .contains(
                        "mistakes: 4",
                        "'sessions-max' has the value '0'",
                        "'max-size'",
                        "'x'",
                        "'connection-factory' is missing");
        assertThat(refusal(
                        "resource.a.type=local-jdbc",
                        "resource.a.data-source=java.lang.String",
                        "resource.a.commit-markers=perhaps",
                        "resource.a.probe=true",
                        "resource.a.max-size=5"))
                .contains(
                        "mistakes: 4",
                        "java.lang.String",
                        "'commit-markers' has the value 'perhaps'",
                        "'probe'",
                        "'max-size'");
    }

    @Test
    void aMistakeIsNotToldAgainForWhatFollowsFromIt() throws IOException {
        String[] resource = {"resource.a.type=jdbc", "resource.a.xa-data-source=" + PG};
        assertThat(refusal(resource[0], resource[1], "resource.a.connections-prefilled=30", "resource.a.max-size=50"))
                .contains("mistakes: 1", "max-size");
        assertThat(refusal(resource[0], resource[1], "resource.a.connections-prefilled=30"))
                .contains("mistakes: 1", "'connections-prefilled' has the value '30'");
    }

    @Test
    void aKeyThatIsThereTwiceIsRefusedThoughBothValuesAreAllowed() throws IOException {
        assertThat(refusal("dispatch=inline", "dispatch=parallel")).contains("ASSENT-5173", "'dispatch'");
        assertThat(refusal("resource.a.driver.pasword=one", "resource.a.driver.pasword=two"))
                .doesNotContain("one", "two");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "resource.a.driver.url=jdbc:x://db1/a?password=hunter2\nresource.a.driver.url=jdbc:x://me:hunter2@db1/a",
                "resource.a/b.driver.url=jdbc:postgresql://db1/a?user=me&password=hunter2",
                "db.pasword=hunter2",
                "db.pasword=hunter2\ndb.pasword=hunter2",
                "resources.a.driver.url=jdbc:postgresql://me:hunter2@db1/a",
                "resource.a.type=jdbc:postgresql://me:hunter2@db1/a",
                "resource.a.type=jdbc\nresource.a.driver.password=hunter2${x",
                "resource.a.type=jdbc\nresource.a.driver.password=${hunter2}",
                "resource.a.type=jdbc\nresource.a.driver.url=jdbc:x://db1/a?user=me&password=hunter2${x}",
                "resource.a.type=jdbc\nresource.a.xa-data-source=" + PG + "\nresource.a.driver.url=bad;pwd=hunter2",
                "resource.a.type=jdbc\nresource.a.xa-data-source=" + PG + "\nresource.a.driver.url=me:hunter2@db1",
                "resource.a.type=jdbc\nresource.a.xa-data-source=" + PG + "\nresource.a.connections-max=x?k=hunter2"
            })
    void aMistakeDoesNotTellAPassword(String lines) throws IOException {
        assertThat(refusal(lines)).contains("ASSENT-5170").doesNotContain("hunter2");
    }

    @Test
    void aPlaceholderThatCannotBeFilledInIsShownThoughItStandsForAPassword() throws IOException {
        assertThat(refusal("resource.a.type=jdbc", "resource.a.driver.password=${file:/run/secrets/none}"))
                .contains("ASSENT-5176", "'${file:/run/secrets/none}'");
    }

    @Test
    void aDriverThatIsMissingSaysWhereItBelongs() throws IOException {
        assertThat(refusal("resource.a.type=jdbc", "resource.a.xa-data-source=com.example.Missing"))
                .contains("'a'", "com.example.Missing", "ASSENT_CLASS_PATH");
    }

    @Test
    void aFileThatCannotBeReadIsNamed() {
        assertThatThrownBy(() -> NodeConfig.read(folder.resolve("none.properties")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-5171", "none.properties");
        assertThatThrownBy(() -> NodeConfig.read(file("log-folder=\\u12")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-5171");
        assertThatThrownBy(() -> NodeConfig.read(Files.write(folder.resolve("latin"), new byte[] {'a', '=', -1})))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-5171");
    }

    @Test
    void aValueFromAFileIsNeverShown() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "s3cret\n");
        assertThat(refusal(
                        "resource.a.type=jdbc",
                        "resource.a.xa-data-source=" + PG,
                        "resource.a.driver.password=${file:" + secret + "}",
                        "resource.a.driver.url=bad"))
                .doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dispatch",
                "resource.a.connections-max",
                "resource.a.xa-data-source",
                "resource.a.driver.socketTimeout",
                "resource.b.commit-markers",
                "resource.b.data-source",
                "resource.b.driver.loginTimeout"
            })
    void whateverAPlaceholderStandsForIsNotTold(String key) throws IOException {
        for (String secret : List.of("hunter2", " hunter2", "x:hunter2?a=b", "hunter2\nand more")) {
            String placeholder = "${file:" + Files.writeString(folder.resolve("hunter"), secret) + "}";
            Map<String, String> lines = new LinkedHashMap<>(Map.of(
                    "resource.a.type", "jdbc",
                    "resource.a.xa-data-source", PG,
                    "resource.b.type", "local-jdbc",
                    "resource.b.data-source", "org.postgresql.ds.PGSimpleDataSource"));
            lines.put(key, placeholder);
            String told = refusal(lines.entrySet().stream()
                    .map(line -> line.getKey() + "=" + line.getValue())
                    .toArray(String[]::new));
            assertThat(told).contains("mistakes: 1", placeholder).doesNotContain("hunter2");
        }
    }

    @Test
    void theCauseDoesNotTellItEither() throws IOException {
        String placeholder = "${file:" + Files.writeString(folder.resolve("hunter"), "hunter2") + "}";
        Map<String, String> keys =
                Map.of("xa-data-source", PG, "driver.socketTimeout", placeholder, "driver.loginTimeout", placeholder);
        assertThatThrownBy(() -> NodeConfig.defaults().withResource("a", "jdbc", keys))
                .hasMessageContainingAll("socketTimeout", "loginTimeout", placeholder)
                .satisfies(told -> assertThat(new StringWriter())
                        .satisfies(into -> told.printStackTrace(new PrintWriter(into, true)))
                        .asString()
                        .doesNotContain("hunter2"));
    }

    @Test
    void whatOnlyContainsSuchAValueAndWhatIsNoSecretIsTold() throws IOException {
        Files.writeString(folder.resolve("user"), "postgres");
        Files.writeString(folder.resolve("count"), "77777");
        assertThat(refusal(
                        "resource.a.type=jdbc",
                        "resource.a.xa-data-source=" + PG,
                        "resource.a.driver.user=${file:" + folder.resolve("user") + "}",
                        "resource.a.connections-max=${file:" + folder.resolve("count") + "}",
                        "resource.a.driver.usr=me"))
                .contains("'" + PG + "' has no property 'usr'", "'connections-max' has the value '77777'");
    }

    @Test
    void byCodeTheSameIsRefused() {
        Map<String, String> twoMistakes = Map.of("xa-data-source", PG, "max-size", "5", "driver.usr", "me");
        assertThatThrownBy(() -> NodeConfig.defaults().withResource("orders", "jdbc", twoMistakes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-5101", "'max-size'", "\n  ASSENT-5103", "'usr'");
        NodeConfig config = NodeConfig.defaults().withResource("orders", "jdbc", Map.of("xa-data-source", PG));
        assertThatThrownBy(() -> config.withResource("orders", "jdbc", Map.of("xa-data-source", PG)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-1011", "'orders'");
        assertThatThrownBy(() -> config.withResource("a.b", "jdbc", Map.of("xa-data-source", PG)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-5175", "'a.b'");
        assertThatThrownBy(() -> config.withResource("stock", "odbc", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-1031", "'resource.stock.type'", "'odbc'", "jdbc");
        assertThatThrownBy(() -> config.with(Setting.DISPATCH, "sometimes"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-1031", "'dispatch'", "'sometimes'");
    }

    /** The last one counted, whichever that was. */
    @Test
    void twoTypesOfOneNameAreRefused() throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(ResourceType.class.getName()), AnotherJdbc.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader both = new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(both);
            assertThatThrownBy(() -> NodeConfig.defaults().withResource("orders", "jdbc", Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll(
                            "ASSENT-5193", "'jdbc'", JdbcType.class.getName(), AnotherJdbc.class.getName());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Of a jar that somebody has added. */
    public static final class AnotherJdbc implements ResourceType {
        @Override
        public String name() {
            return "jdbc";
        }

        @Override
        public List<ResourceKey> keys() {
            return List.of();
        }

        @Override
        public Opening configure(String name, Map<String, String> keys) {
            throw new AssertionError("nobody asks for it");
        }
    }
}
