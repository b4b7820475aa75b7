package dev.assent.resources.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.util.HashMap;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The same keys by code and by file; every value is checked, and a refusal says what is allowed. */
@Fast
class JmsPoolConfigTest {
    private static final Map<String, String> KEYS = Map.of(
            "connection-factory", ActiveMQXAConnectionFactory.class.getName(),
            "driver.user", "shop",
            "driver.password", "secret",
            "driver.brokerURL", "tcp://broker.example:61616",
            "driver.callTimeout", "5000");

    private static JmsPoolConfig with(String key, String value) {
        Map<String, String> keys = new HashMap<>(KEYS);
        keys.put(key, value);
        return JmsPoolConfig.of("queues", keys);
    }

    private static void refused(ThrowingCallable made, String text) {
        assertThatThrownBy(made).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(text);
    }

    @Test
    void keysAndValuesMakeTheFactoryAndTheSettings() throws Exception {
        JmsPoolConfig config = with("sessions-max", " 7 ");
        ActiveMQXAConnectionFactory factory = (ActiveMQXAConnectionFactory) config.factory();
        assertThat(factory.getUser()).isEqualTo("shop");
        assertThat(factory.getPassword()).isEqualTo("secret");
        assertThat(factory.toURI().toString()).startsWith("tcp://broker.example:61616");
        assertThat(factory.getCallTimeout()).isEqualTo(5_000);
        assertThat(config.get(JmsPoolSetting.SESSIONS_MAX)).isEqualTo(7);
        assertThat(JmsPoolSetting.ACQUISITION_TIMEOUT_MILLIS.defaultValue())
                .isEqualTo(Long.toString(config.get(JmsPoolSetting.ACQUISITION_TIMEOUT_MILLIS)));
        factory.close();
    }

    @Test
    void byCodeThereAreTheSameSettings() {
        JmsPoolConfig config = JmsPoolConfig.of("queues", new ActiveMQXAConnectionFactory())
                .with(JmsPoolSetting.SESSIONS_MAX, 7)
                .with(JmsPoolSetting.ACQUISITION_TIMEOUT_MILLIS, "1");
        assertThat(config.name()).isEqualTo("queues");
        assertThat(config.get(JmsPoolSetting.SESSIONS_MAX)).isEqualTo(7);
        assertThat(config.get(JmsPoolSetting.ACQUISITION_TIMEOUT_MILLIS)).isEqualTo(1);
    }

    @Test
    void whatIsUnknownOrNotAllowedIsRefusedByName() {
        refused(() -> JmsPoolConfig.of("queues", Map.of()), "ASSENT-5201 pool 'queues' cannot be made: its key");
        refused(
                () -> with("connection-factory", "java.lang.String"),
                "ASSENT-5103 pool 'queues' cannot be made, its driver is refused: ASSENT-5002 cannot use 'java.lang.String': it is no"
                        + " jakarta.jms.XAConnectionFactory");
        refused(
                () -> with("driver.brokerUri", "x"),
                "ASSENT-5103 pool 'queues' cannot be made, its driver is refused: ASSENT-5003");
        refused(
                () -> with("driver.callTimeout", "soon"),
                "ASSENT-5103 pool 'queues' cannot be made, its driver is refused: ASSENT-5004");
        refused(
                () -> with("session-max", "7"),
                "ASSENT-5101 pool 'queues' cannot be made: its key 'session-max' is unknown; allowed:"
                        + " 'connection-factory', 'driver.<property>', and the settings sessions-max,"
                        + " acquisition-timeout-millis, login-timeout-seconds");
        refused(
                () -> with("sessions-max", "0"),
                "ASSENT-5001 pool 'queues' cannot be made: setting 'sessions-max' has the value '0', which is not"
                        + " allowed; allowed: 1 to 10000 sessions");
        refused(
                () -> with("acquisition-timeout-millis", "soon"),
                "ASSENT-5001 pool 'queues' cannot be made: setting 'acquisition-timeout-millis' has the value 'soon',"
                        + " which is not allowed; allowed: 1 to");
    }

    @Test
    void passwordsAreNotShown() {
        assertThat(JmsPoolConfig.of("queues", KEYS).toString())
                .contains("queues")
                .doesNotContain("secret");
    }
}
