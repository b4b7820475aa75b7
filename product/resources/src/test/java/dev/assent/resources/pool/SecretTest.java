package dev.assent.resources.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts show no secrets, and show everything else. */
@Fast
class SecretTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "driver.password",
                "driver.Passwd",
                "driver.trustStorePass",
                "pwd",
                "clientSecret",
                "accessToken",
                "credentials"
            })
    void aValueIsSecretByItsKey(String key) {
        assertThat(Secret.shown(key, "hunter2")).isEqualTo("(not shown)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://db1/shop?user=shop&password=hunter2    | jdbc:postgresql://db1/shop?(not shown)",
                "jdbc:derby://db1:1527/shop;user=shop;password=hunter2    | jdbc:derby://db1:1527/shop;(not shown)",
                "jdbc:mysql://shop:hunter2@db1:3306/shop                  | jdbc:mysql://(not shown)@db1:3306/shop",
                "jdbc:mysql://shop:hun?te@r2@db1/shop?sslMode=off         | jdbc:mysql://(not shown)@db1/shop?(not shown)",
                "jdbc:oracle:thin:shop/hunter2@//db1/shop                 | jdbc:oracle:(not shown)@//db1/shop",
                "tcp://broker:61616?user=shop&key=hunter2                 | tcp://broker:61616?(not shown)",
                "(tcp://a:1,tcp://b:1)?key=hunter2                        | (tcp://a:1,tcp://b:1)?(not shown)",
                "jdbc:mysql://address=(host=db1)(password=hunter2)/shop   | (not shown)",
                "jdbc:db2://db1:50000/shop:password=hunter2;user=shop     | (not shown)",
                "shop:hunter2@db1                                         | (not shown)@db1",
                "PASSWORD=hunter2                                         | (not shown)"
            })
    void aValueMayHoldASecret(String value, String shown) {
        assertThat(Secret.shown("driver.url", value)).isEqualTo(shown).doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "50", "many", "/var/lib/shop/log", "jdbc:postgresql://db1:5432/shop", "a?", "@"})
    void whatIsNoSecretIsShown(String value) {
        assertThat(Secret.shown("driver.url", value)).isEqualTo(value);
    }

    @Test
    void aUserBeforeAHostIsHiddenWithItsPassword() {
        assertThat(Secret.shown("url", "http://hunter2@db1")).isEqualTo("http://(not shown)@db1");
    }
}
