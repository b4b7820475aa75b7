package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.resources.local.LastResourceDataSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys of a last resource. */
@Fast
class LastResourceConfigTest {
    private static JdbcPoolConfig config(String... more) {
        Map<String, String> keys = new HashMap<>(Map.of(
                "data-source", "org.postgresql.ds.PGSimpleDataSource",
                "driver.url", "jdbc:postgresql://localhost:1/ledger",
                "driver.password", "secret"));
        for (int i = 0; i < more.length; i += 2) {
            keys.put(more[i], more[i + 1]);
        }
        return JdbcPoolConfig.lastResource("ledger", keys);
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false"})
    void markersAreAsked(String value, boolean hasMarkers) {
        assertThat(((LastResourceDataSource) config("commit-markers", value).source()).hasMarkers())
                .isEqualTo(hasMarkers);
    }

    @Test
    void withoutAWordThereAreNoMarkers() {
        assertThat(((LastResourceDataSource) config().source()).hasMarkers()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "commit-markers, maybe, true or false",
        "connections-max, 0, 1 to",
        "probe, true, a last resource has none",
        "accept-lossy, false, a last resource has none",
        "xa-data-source, org.postgresql.xa.PGXADataSource, data-source",
        "conections-max, 5, connections-max"
    })
    void badKeysAndValuesAreRefused(String key, String value, String allowed) {
        assertThatThrownBy(() -> config(key, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ledger")
                .hasMessageContaining(key)
                .hasMessageContaining(allowed)
                .hasMessageNotContaining("secret");
    }

    @Test
    void valuesThatDoNotGoTogetherAreRefusedAsThatAndNotAsADriver() {
        assertThatThrownBy(() -> config("connections-max", "4", "connections-prefilled", "5"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "ASSENT-5001 pool 'ledger' cannot be made: setting 'connections-prefilled' has the value '5'");
    }

    @Test
    void aDriverThatIsMissingOrNoneIsRefused() {
        assertThatThrownBy(() -> JdbcPoolConfig.lastResource("ledger", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("data-source");
        assertThatThrownBy(() -> config("data-source", "java.lang.String"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ledger")
                .hasMessageContaining("javax.sql.DataSource");
    }
}
