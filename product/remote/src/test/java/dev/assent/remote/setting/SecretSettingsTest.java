package dev.assent.remote.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.SettingValues;
import dev.assent.core.adapter.SigningSecret;
import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.RecordingNotices;
import dev.assent.harness.Fast;
import dev.assent.remote.transport.TransportOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a transport's secret is: a lasting one in a file, or one for this life only (law 22). */
@Fast
class SecretSettingsTest {
    private static final NodeEpoch LIFE = new NodeEpoch(new NodeId(1, 2), 3, 0);
    private static final byte[] DATA = {1, 2, 3};
    private static final String NAME = "carrier.secret";

    private final SecretSettings<CarrierSetting> settings =
            new SecretSettings<>(CarrierSetting.SECRET_FILE, CarrierSetting.LISTEN, NAME);

    @TempDir
    Path folder;

    private static SettingValues<CarrierSetting> values(Object file, String listen) {
        return SettingValues.defaults(CarrierSetting.class)
                .with(CarrierSetting.SECRET_FILE, file)
                .with(CarrierSetting.LISTEN, listen);
    }

    private static TransportOwner owner(@Nullable NodeEpoch life, @Nullable Path folder) {
        return new TransportOwner(
                life, any -> null, new AdjustableClock(), new RecordingNotices(), null, folder, any -> false);
    }

    private byte[] sign(SettingValues<CarrierSetting> values, TransportOwner owner) {
        SigningSecret secret = settings.read(values, owner, (file, key, cause) -> key + " " + file + ": " + cause);
        return secret.sign(DATA);
    }

    @Test
    void read_aFileIsSet_isTheSecretThereForAnyOwner() throws Exception {
        Path file = folder.resolve("mine");
        byte[] signed = sign(values(file, "loft:1"), owner(LIFE, folder));
        assertThat(file).hasSize(32);
        assertThat(sign(values(file, "loft:1"), owner(LIFE, folder))).isEqualTo(signed);
        assertThat(sign(values(file, ""), owner(null, null))).as("a client").isEqualTo(signed);
        assertThat(SigningSecret.ofFile(file).sign(DATA)).isEqualTo(signed);
        assertThat(folder.resolve(NAME)).doesNotExist();
    }

    /** Others keep its references in their logs, so they must be valid after a restart. */
    @Test
    void read_aNodeListens_isTheSecretBesideItsLog() throws Exception {
        byte[] signed = sign(values("", "loft:1"), owner(LIFE, folder));
        assertThat(sign(values("", "loft:1"), owner(LIFE, folder))).isEqualTo(signed);
        assertThat(SigningSecret.ofFile(folder.resolve(NAME)).sign(DATA)).isEqualTo(signed);
    }

    @Test
    void read_nobodyListens_isOfThisLifeAndMakesNoFile() {
        for (NodeEpoch life : new @Nullable NodeEpoch[] {LIFE, null}) {
            byte[] signed = sign(values("", ""), owner(life, folder));
            assertThat(sign(values("", ""), owner(life, folder))).isNotEqualTo(signed);
            assertThat(sign(values("", ""), owner(life, null))).isNotEqualTo(signed);
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void read_aNodeListensAndHasNoFolder_isRefused() {
        assertThatThrownBy(() -> sign(values("", "loft:1"), owner(LIFE, null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'carrier-secret-file'", "a path, since 'carrier-listen' is set");
    }

    /** Its references need not outlive it. */
    @Test
    void read_aClientListensAndHasNoFolder_isOfThisLife() {
        byte[] signed = sign(values("", "loft:1"), owner(null, null));
        assertThat(sign(values("", "loft:1"), owner(null, null))).isNotEqualTo(signed);
    }

    @Test
    void read_theFileIsSomethingElse_isRefusedWithItsSettingAndTheCause() throws Exception {
        Path file = Files.writeString(folder.resolve("mine"), "a letter");
        assertThatThrownBy(() -> sign(values(file, "loft:1"), owner(LIFE, folder)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("carrier-secret-file " + file, "it has 8 bytes; a key has 32")
                .hasCauseInstanceOf(IOException.class);
        assertThat(file).hasContent("a letter");
    }
}
