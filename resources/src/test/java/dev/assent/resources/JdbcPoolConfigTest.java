package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.postgresql.xa.PGXADataSource;

/** Every value is checked, and what is refused is told with the value and what is allowed. */
class JdbcPoolConfigTest {
    private static final XaDriverConfig DRIVER = XaDriverConfig.of(PGXADataSource.class.getName());

    private final JdbcPoolConfig config = JdbcPoolConfig.of("orders", new PGXADataSource());

    private static void refused(ThrowingCallable made, String text) {
        assertThatThrownBy(made).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(text);
    }

    @Test
    void badValuesAreRefusedByName() {
        refused(
                () -> config.withMaxSize(0),
                "ASSENT-5001 pool 'orders' cannot be made: its maxSize is 0; allowed: 1 to");
        refused(() -> config.withMaxSize(10_001), "ASSENT-5001 pool 'orders' cannot be made: its maxSize is 10001;");
        refused(
                () -> config.withAcquisitionTimeout(Duration.ZERO),
                "ASSENT-5001 pool 'orders' cannot be made: its acquisitionTimeout is PT0S; allowed: PT0.001S to PT1H");
        refused(
                () -> config.withLoginTimeout(Duration.ofMillis(1500)),
                "ASSENT-5001 pool 'orders' cannot be made: its loginTimeout is PT1.5S; allowed: whole seconds");
        refused(
                () -> config.withRecoveryTimeout(Duration.ofDays(1)),
                "ASSENT-5001 pool 'orders' cannot be made: its recoveryTimeout is PT24H;");
        refused(
                () -> config.withIdleBeforeValidation(Duration.ofMillis(-1)),
                "ASSENT-5001 pool 'orders' cannot be made: its idleBeforeValidation is PT-0.001S;");
    }

    @Test
    void goodValuesAreKept() {
        JdbcPoolConfig changed = config.withMaxSize(7)
                .withAcquisitionTimeout(Duration.ofMillis(1))
                .withLoginTimeout(Duration.ofSeconds(2))
                .withRecoveryTimeout(Duration.ofSeconds(3))
                .withIdleBeforeValidation(Duration.ZERO);
        assertThat(changed)
                .isEqualTo(new JdbcPoolConfig(
                        "orders",
                        config.source(),
                        7,
                        Duration.ofMillis(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(3),
                        Duration.ZERO));
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
                        .toString())
                .doesNotContain("secret");
    }
}
