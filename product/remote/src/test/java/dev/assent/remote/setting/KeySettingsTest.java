package dev.assent.remote.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.SettingValues;
import dev.assent.core.adapter.KeyFiles;
import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

/** The key files that a transport's settings name, and when it uses TLS. */
@Fast
class KeySettingsTest {
    private final KeySettings<CarrierSetting> settings = new KeySettings<>(
            CarrierSetting.KEY_STORE,
            CarrierSetting.KEY_STORE_PASSWORD,
            CarrierSetting.TRUST_STORE,
            CarrierSetting.TRUST_STORE_PASSWORD);
    private final SettingValues<CarrierSetting> none = SettingValues.defaults(CarrierSetting.class);
    private final SettingValues<CarrierSetting> ownOnly = none.with(CarrierSetting.KEY_STORE, "own.p12");
    private final SettingValues<CarrierSetting> both = ownOnly.with(CarrierSetting.TRUST_STORE, "trusted.p12");

    @Test
    void isProtected_onlyIfThereIsAKey() {
        assertThat(settings.isProtected(none)).isFalse();
        assertThat(settings.isProtected(none.with(CarrierSetting.TRUST_STORE, "trusted.p12")))
                .isFalse();
        assertThat(settings.isProtected(both)).isTrue();
    }

    @Test
    void check_aKeyAndNothingTrusted_isRefused() {
        assertThatThrownBy(() -> settings.check(ownOnly))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'carrier-trust-store'", "a path, since 'carrier-key-store' is set");
        assertThatCode(() -> settings.check(both)).doesNotThrowAnyException();
        assertThatCode(() -> settings.check(none)).doesNotThrowAnyException();
    }

    @Test
    void files_areNamedWithTheirSettingsAndPasswords() {
        SettingValues<CarrierSetting> values =
                both.with(CarrierSetting.KEY_STORE_PASSWORD, "one").with(CarrierSetting.TRUST_STORE_PASSWORD, "two");
        assertThat(settings.files(values))
                .isEqualTo(new KeyFiles(
                        new KeyFiles.Store("carrier-key-store", "own.p12", "one"),
                        new KeyFiles.Store("carrier-trust-store", "trusted.p12", "two")));
    }
}
