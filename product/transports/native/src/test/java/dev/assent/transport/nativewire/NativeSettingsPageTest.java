package dev.assent.transport.nativewire;

import dev.assent.harness.Fast;
import dev.assent.remote.fixture.SettingsPage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** docs/reference/native-settings.md says what the code says. */
@Fast
class NativeSettingsPageTest {
    @Test
    void thePageIsTheOneThatTheCodeMakes() throws IOException {
        new SettingsPage("native", "native", NativeSettingsPageTest.class).check(NativeSetting.values());
    }
}
