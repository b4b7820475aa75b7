package dev.assent.backends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Fast
class DatabaseTest {
    @ParameterizedTest
    @EnumSource
    void eachIsFoundByItsKey(Database database) {
        assertThat(Database.of(database.key())).isSameAs(database);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "oracle", "Derby", "derby "})
    void anUnknownKeyIsNamedWithWhatIsAllowed(String key) {
        assertThatThrownBy(() -> Database.of(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + key + "'")
                .hasMessageContaining("postgresql, mariadb, derby");
    }
}
