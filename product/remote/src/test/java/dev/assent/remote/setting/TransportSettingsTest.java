package dev.assent.remote.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.SettingValues;
import dev.assent.harness.Fast;
import dev.assent.remote.transport.TransportProvider;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of a transport in a node's configuration: their keys, and the refusals with these. */
@Fast
class TransportSettingsTest {
    private final TransportSettings<CarrierSetting> settings =
            new TransportSettings<>(CarrierSetting.class, "carrier", CarrierSetting.LISTEN);

    @Test
    void keys_areThoseAfterTheTransportsNameWithoutTheListenAddress() {
        assertThat(settings.keys())
                .extracting(TransportProvider.Key::key)
                .containsExactly(
                        "flight-minutes",
                        "secret-file",
                        "key-store",
                        "key-store-password",
                        "trust-store",
                        "trust-store-password");
        assertThat(settings.keys())
                .startsWith(
                        new TransportProvider.Key(
                                "flight-minutes", "How long a message takes.", "30 minutes", "1 to 90 minutes"),
                        new TransportProvider.Key("secret-file", "Its secret.", "", "a path, or nothing"));
    }

    // ---- read

    @Test
    void read_nothingIsConfigured_hasTheDefaultsAndTheKeysOfThisTransport() {
        SettingValues<CarrierSetting> values = settings.read("birds", Map.of(), Map.of());
        assertThat(values.number(CarrierSetting.FLIGHT_MINUTES)).isEqualTo(30);
        assertThat(values.key(CarrierSetting.FLIGHT_MINUTES)).isEqualTo("transport.birds.flight-minutes");
    }

    @Test
    void read_someAreConfigured_hasThemAndThoseOfTheAddress() {
        SettingValues<CarrierSetting> values = settings.read(
                "birds",
                Map.of(CarrierSetting.LISTEN, "loft:7400", CarrierSetting.KEY_STORE, "of-the-address"),
                Map.of("flight-minutes", " 45 ", "key-store", "configured"));
        assertThat(values.get(CarrierSetting.LISTEN)).isEqualTo("loft:7400");
        assertThat(values.number(CarrierSetting.FLIGHT_MINUTES)).isEqualTo(45);
        assertThat(values.get(CarrierSetting.KEY_STORE))
                .as("configuration counts")
                .isEqualTo("configured");
    }

    @ParameterizedTest
    @ValueSource(strings = {"speed", "listen", "carrier-flight-minutes", ""})
    void read_unknownKey_isRefusedWithTheKnownOnes(String key) {
        assertThatThrownBy(() -> settings.read("birds", Map.of(), Map.of(key, "1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "ASSENT-8004",
                        "'transport.birds." + key + "'",
                        "'transport.birds.'",
                        "flight-minutes, secret-file, key-store");
    }

    @Test
    void read_aValueIsNotAllowed_isRefusedWithItsKey() {
        assertThatThrownBy(() -> settings.read("birds", Map.of(), Map.of("flight-minutes", "91")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'transport.birds.flight-minutes'", "'91'", "1 to 90 minutes");
        assertThatThrownBy(() -> settings.read("birds", Map.of(CarrierSetting.FLIGHT_MINUTES, "0"), Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    // ---- the address

    @ParameterizedTest
    @CsvSource({"carrier://loft:7400, loft:7400", "CARRIER://loft:1, loft:1", "carrier:, ''", "carrier+rain:, ''"})
    void place_ofAnAddress_isBehindItsScheme(String address, String place) {
        assertThat(settings.place("birds", address)).isEqualTo(place);
    }

    @ParameterizedTest
    @ValueSource(strings = {"carrier://", "carrier:/loft:1", "carrier:loft:1", "carrier://loft", "carrier://LOFT:1"})
    void place_noneThatIsAllowed_isRefusedWithTheForm(String address) {
        assertThatThrownBy(() -> settings.place("birds", address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "'transport.birds.listen'",
                        "'" + address + "'",
                        "allowed: carrier://HOST:PORT, or 'carrier:' alone to listen nowhere");
    }

    @Test
    void refused_anAddress_namesTheListenAddressOfThisTransport() {
        assertThat(settings.refused("birds", "iiop://loft:1", "an address of carrier"))
                .hasMessageContainingAll("'transport.birds.listen'", "'iiop://loft:1'", "an address of carrier");
    }
}
