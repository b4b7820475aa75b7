package dev.assent.core.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The limit of a database's answers, with drivers that can't limit them. */
@Fast
class AnswerTimeoutTest {
    private final List<Object> limits = new ArrayList<>();

    private Connection driver(@Nullable Throwable failure) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (failure != null) {
                        throw failure;
                    }
                    limits.add(arguments[1]);
                    return null;
                });
    }

    @Test
    void limit_theDriverCan_isSet() throws Exception {
        AnswerTimeout.limit(driver(null), Duration.ofSeconds(5));
        assertThat(limits).containsExactly(5_000);
    }

    @Test
    void limit_theDriverCannot_theConnectionIsUsedWithout() {
        for (Throwable cannot : List.of(new SQLFeatureNotSupportedException(), new AbstractMethodError())) {
            assertThatCode(() -> AnswerTimeout.limit(driver(cannot), Duration.ofSeconds(5)))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void limit_theDriverFails_isThrown() {
        SQLException lost = new SQLException("lost");
        assertThatThrownBy(() -> AnswerTimeout.limit(driver(lost), Duration.ofSeconds(5)))
                .isSameAs(lost);
    }
}
