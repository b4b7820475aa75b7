package dev.assent.resources;

import static dev.assent.resources.JdbcPoolConfig.XA_DATA_SOURCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.resources.pool.DriverBean;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.xa.PGXADataSource;

/** Every value is checked; a refusal names the value and the allowed ones. */
@Fast
class JdbcPoolConfigTest {
    private static final XaDriverConfig DRIVER = XaDriverConfig.of(PGXADataSource.class.getName());

    private final JdbcPoolConfig config = JdbcPoolConfig.of("orders", new PGXADataSource());

    private static void refused(ThrowingCallable made, String text) {
        assertThatThrownBy(made).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(text);
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECTIONS_MAX, 0, connections-max, 1 to 10000 connections",
        "CONNECTIONS_MAX, 10001, connections-max, 1 to",
        "CONNECTIONS_MAX, many, connections-max, 1 to",
        "ACQUISITION_TIMEOUT_MILLIS, 0, acquisition-timeout-millis, 1 to 3600000 milliseconds",
        "LOGIN_TIMEOUT_SECONDS, 1.5, login-timeout-seconds, 1 to 3600 seconds",
        "RECOVERY_TIMEOUT_MILLIS, 99, recovery-timeout-millis, 100 to",
        "VALIDATION_AFTER_IDLE_MILLIS, -1, validation-after-idle-millis, 0 to"
    })
    void badValuesAreRefusedByPoolAndKey(PoolSetting setting, String value, String key, String allowed) {
        String text = "ASSENT-5001 pool 'orders' cannot be made: setting '" + key + "' has the value '" + value
                + "', which is not allowed; allowed: " + allowed;
        refused(() -> config.with(setting, value), text);
        Map<String, String> keys = Map.of(XA_DATA_SOURCE, PGXADataSource.class.getName(), setting.key(), value);
        refused(() -> JdbcPoolConfig.of("orders", keys), text);
    }

    @ParameterizedTest
    @EnumSource(PoolSetting.class)
    void aSettingByCodeAndByKeyIsTheSame(PoolSetting setting) {
        String value = another(setting);
        Properties properties = new Properties();
        properties.setProperty(XA_DATA_SOURCE, PGXADataSource.class.getName());
        properties.setProperty(setting.key(), " " + value);
        long changed = config.with(setting, value).get(setting);
        assertThat(changed).isNotEqualTo(config.get(setting));
        assertThat(JdbcPoolConfig.of("orders", properties).get(setting)).isEqualTo(changed);
    }

    private String another(PoolSetting setting) {
        return switch (setting.defaultValue()) {
            case "true" -> "false";
            case "false" -> "true";
            default -> String.valueOf(config.get(setting) + 1);
        };
    }

    @ParameterizedTest
    @EnumSource(PoolSetting.class)
    void everyDefaultIsAllowed(PoolSetting setting) {
        assertThat(config.with(setting, setting.defaultValue()).get(setting)).isEqualTo(config.get(setting));
    }

    @Test
    void whatBecomesOfAMapOfPropertiesLaterChangesNothing() {
        Map<String, String> properties = new HashMap<>();
        DriverBean<PGXADataSource> bean =
                new DriverBean<>(PGXADataSource.class, PGXADataSource.class.getName(), properties);
        properties.put("serverName", "elsewhere");
        assertThat(bean.properties()).isEmpty();
    }

    @Test
    void unknownAndMissingKeysAreRefused() {
        String driver = PGXADataSource.class.getName();
        refused(
                () -> JdbcPoolConfig.of("orders", Map.of("connections-max", "3")),
                "ASSENT-5102 pool 'orders' cannot be made: it has no 'xa-data-source'");
        refused(
                () -> JdbcPoolConfig.of("orders", Map.of(XA_DATA_SOURCE, driver, "max-size", "3")),
                "ASSENT-5101 pool 'orders' cannot be made: its key 'max-size' is unknown; allowed: 'xa-data-source',"
                        + " 'driver.<property>', and the settings connections-max,");
        refused(
                () -> JdbcPoolConfig.of("orders", Map.of(XA_DATA_SOURCE, driver, "driver.usr", "shop")),
                "ASSENT-5103 pool 'orders' cannot be made, its driver is refused: ASSENT-5003 'org.postgresql");
        refused(
                () -> JdbcPoolConfig.of("orders", Map.of(XA_DATA_SOURCE, "no.such.Driver")),
                "ASSENT-5103 pool 'orders' cannot be made, its driver is refused: ASSENT-5002 cannot use");
    }

    @Test
    void theDriversOwnPropertiesWinOverThoseInItsUrl() {
        JdbcPoolConfig made = JdbcPoolConfig.of(
                "orders",
                Map.of(
                        XA_DATA_SOURCE,
                        PGXADataSource.class.getName(),
                        "driver.url",
                        "jdbc:postgresql://db.example/shop?ApplicationName=url&user=url",
                        "driver.applicationName",
                        "key",
                        "driver.user",
                        "key"));
        PGXADataSource source = (PGXADataSource) made.source();
        assertThat(source.getApplicationName()).isEqualTo("key");
        assertThat(source.getUser()).isEqualTo("key");
        assertThat(source.getDatabaseName()).isEqualTo("shop");
    }

    @Test
    void aDriverIsSetUpByItsProperties() {
        PGXADataSource made = (PGXADataSource) DRIVER.with("url", "jdbc:postgresql://db.example:6432/shop")
                .with("user", "shop")
                .with("Password", "secret")
                .with("socketTimeout", "17")
                .with("tcpKeepAlive", "true")
                .create();
        assertThat(made.getServerNames()).containsExactly("db.example");
        assertThat(made.getPortNumbers()).containsExactly(6432);
        assertThat(made.getDatabaseName()).isEqualTo("shop");
        assertThat(made.getUser()).isEqualTo("shop");
        assertThat(made.getPassword()).isEqualTo("secret");
        assertThat(made.getSocketTimeout()).isEqualTo(17);
        assertThat(made.getTcpKeepAlive()).isTrue();
    }

    @Test
    void aDriverThatIsNotThereOrOfAnotherKindIsRefused() {
        refused(() -> XaDriverConfig.of("no.such.Driver").create(), "ASSENT-5002 cannot use 'no.such.Driver'");
        refused(() -> XaDriverConfig.of("java.lang.String").create(), "ASSENT-5002 cannot use 'java.lang.String'");
        refused(
                () -> XaDriverConfig.of("javax.sql.XADataSource").create(),
                "ASSENT-5002 cannot use 'javax.sql.XADataSource'");
    }

    @Test
    void propertiesThatAreNotThereOrHaveABadValueAreRefused() {
        refused(
                () -> DRIVER.with("usr", "shop").create(),
                "ASSENT-5003 'org.postgresql.xa.PGXADataSource' has no property 'usr'; its properties are:");
        refused(
                () -> DRIVER.with("socketTimeout", "soon").create(),
                "ASSENT-5004 property 'socketTimeout' of 'org.postgresql.xa.PGXADataSource' cannot be" + " 'soon'");
        refused(() -> DRIVER.with("tcpKeepAlive", "yes").create(), "ASSENT-5004 property 'tcpKeepAlive'");
        refused(() -> DRIVER.with("url", "jdbc:mysql:x").create(), "ASSENT-5004 property 'url'");
    }

    @Test
    void passwordsAreNotShown() {
        assertThat(DRIVER.with("password", "secret").toString())
                .contains("password")
                .doesNotContain("secret");
        assertThat(JdbcPoolConfig.of("orders", DRIVER.with("password", "secret"))
                        .with(PoolSetting.CONNECTIONS_MAX, 7)
                        .toString())
                .isEqualTo("pool 'orders' of org.postgresql.xa.PGXADataSource {connections-max=7}");
        assertThatThrownBy(() -> JdbcPoolConfig.of("orders", DRIVER.with("url", "jdbc:x?password=secret")))
                .hasMessageContaining("property 'url'")
                .message()
                .doesNotContain("secret");
        Map<String, String> misspelt = Map.of(XA_DATA_SOURCE, DRIVER.dataSourceClass(), "pasword", "secret");
        assertThatThrownBy(() -> JdbcPoolConfig.of("orders", misspelt))
                .hasMessageContaining("'pasword'")
                .message()
                .doesNotContain("secret");
    }
}
