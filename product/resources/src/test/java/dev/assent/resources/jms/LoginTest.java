package dev.assent.resources.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.AnyThrowable;
import dev.assent.harness.Fast;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnectionFactory;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of a session when its caller gives up, and how many threads a close of the pool waits for. */
@Fast
class LoginTest {
    private final XAConnectionFactory broker = fake(XAConnectionFactory.class);
    private final Login login = new Login(JmsPoolConfig.of("queues", broker));

    /** Whatever it is asked for is there. */
    private static <T> T fake(Class<T> type) {
        Object made = Proxy.newProxyInstance(
                LoginTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) ->
                        method.getReturnType().isInterface() ? fake(method.getReturnType()) : null);
        return type.cast(made);
    }

    /** A future would ask the exception for its text. */
    @ParameterizedTest
    @EnumSource(AnyThrowable.Kind.class)
    void open_theBrokersClientThrowsAnything_isAJmsException(AnyThrowable.Kind kind) {
        XAConnectionFactory refusing = (XAConnectionFactory) Proxy.newProxyInstance(
                LoginTest.class.getClassLoader(),
                new Class<?>[] {XAConnectionFactory.class},
                (proxy, method, arguments) -> {
                    throw kind.made();
                });
        Login refused = new Login(JmsPoolConfig.of("queues", refusing));
        assertThatThrownBy(() -> refused.open(gone -> {})).isInstanceOf(JMSException.class);
    }

    @Test
    void abandon_theSessionHasComeJustNow_itsCallerGetsItAndNobodyWaits() throws Exception {
        PhysicalSession session = PhysicalSession.open(broker, gone -> {});
        assertThat(login.abandon(CompletableFuture.completedFuture(session))).isSameAs(session);
        assertThat(login.abandoned()).hasValue(0);
    }

    @Test
    void abandon_theLoginHasFailedJustNow_nobodyWaits() {
        assertThat(login.abandon(CompletableFuture.failedFuture(new JMSException("refused"))))
                .isNull();
        assertThat(login.abandoned()).hasValue(0);
    }

    @Test
    void abandon_nothingHasCome_isCounted() {
        assertThat(login.abandon(new CompletableFuture<>())).isNull();
        assertThat(login.abandoned()).hasValue(1);
    }
}
