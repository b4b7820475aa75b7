package dev.assent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.util.Arrays;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Fast
class AssentConfigTest {
    @ParameterizedTest
    @EnumSource(Setting.class)
    void everyDefaultIsAllowedAndDocumented(Setting setting) {
        assertThat(AssentConfig.defaults().with(setting, setting.defaultValue()).get(setting))
                .isEqualTo(setting.defaultValue());
        assertThat(setting.documentation()).endsWith(".");
        assertThat(setting.key()).matches("[a-z]+(-[a-z]+)*");
        assertThat(Setting.of(setting.key())).isEqualTo(setting);
    }

    @Test
    void keysAreUnique() {
        assertThat(Arrays.stream(Setting.values()).map(Setting::key)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({
        "transaction-timeout-seconds, -1, 0 to 315360000 seconds",
        "transaction-timeout-seconds, 315360001, 0 to 315360000 seconds",
        "transaction-timeout-seconds, ten, 0 to 315360000 seconds",
        "transaction-timeout-seconds, 99999999999999999999, 0 to 315360000 seconds",
        "transactions-max, 63, 64 to 1048576 transactions",
        "dispatch, later, 'parallel, inline'",
        "log, tape, 'file, memory'",
        "log-folder, ' ', a path",
        "log-segment-bytes, 100000, '65536 to 1073741824 bytes, a multiple of 512'",
        "log-segment-bytes, 65024, '65536 to 1073741824 bytes, a multiple of 512'",
        "recovery-period-seconds, 0, 1 to 86400 seconds"
    })
    void aValueThatIsNotAllowedIsRefusedWithKeyValueAndWhatIs(String key, String value, String allowed) {
        Properties properties = new Properties();
        properties.setProperty(key, value);
        assertThatThrownBy(() -> AssentConfig.of(properties))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-1031")
                .hasMessageContaining("'" + key + "'")
                .hasMessageContaining("'" + value.strip() + "'")
                .hasMessageContaining(allowed);
    }

    @ParameterizedTest
    @CsvSource({"transaction-timeout-seconds, 0", "transaction-timeout-seconds, 315360000", "transactions-max, 64"})
    void theLeastAndTheMostAreAllowed(String key, String value) {
        Properties properties = new Properties();
        properties.setProperty(key, value);
        assertThat(AssentConfig.of(properties).get(Setting.of(key))).isEqualTo(value);
    }

    @Test
    void aSwitchIsTrueOrFalse() {
        SettingKey.Definition on = SettingKey.Definition.ofSwitch("on", "On.", true);
        assertThat(on.defaultValue()).isEqualTo("true");
        assertThat(on.values().allowed()).isEqualTo("true or false");
        assertThat(on.values().test()).accepts("true", "false").rejects("on", "TRUE", "");
    }

    @Test
    void anUnknownKeyIsRefusedWithThoseKnown() {
        Properties properties = new Properties();
        properties.setProperty("transaction-timeout", "5");
        assertThatThrownBy(() -> AssentConfig.of(properties))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-1030")
                .hasMessageContaining("'transaction-timeout'")
                .hasMessageContaining("transaction-timeout-seconds");
    }

    @Test
    void codeAndPropertiesAreTheSameAndAConfigurationNeverChanges() {
        Properties properties = new Properties();
        properties.setProperty("dispatch", " inline ");
        AssentConfig before = AssentConfig.defaults();
        AssentConfig changed = before.with(Setting.DISPATCH, "inline");
        assertThat(AssentConfig.of(properties).get(Setting.DISPATCH)).isEqualTo(changed.get(Setting.DISPATCH));
        assertThat(before.get(Setting.DISPATCH)).isEqualTo("parallel");
        assertThat(before.number(Setting.TRANSACTION_TIMEOUT_SECONDS)).isEqualTo(60);
    }

    @Test
    void aSettingThatWasChangedStaysWhenAnotherOneChanges() {
        AssentConfig changed =
                AssentConfig.defaults().with(Setting.DISPATCH, "inline").with(Setting.TRANSACTION_TIMEOUT_SECONDS, 7);
        assertThat(changed.get(Setting.DISPATCH)).isEqualTo("inline");
        assertThat(changed.number(Setting.TRANSACTION_TIMEOUT_SECONDS)).isEqualTo(7);
    }
}
