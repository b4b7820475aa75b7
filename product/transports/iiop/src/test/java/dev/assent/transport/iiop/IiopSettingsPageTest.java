package dev.assent.transport.iiop;

import dev.assent.harness.Fast;
import dev.assent.remote.fixture.SettingsPage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** docs/reference/iiop-settings.md says what the code says. */
@Fast
class IiopSettingsPageTest {
    @Test
    void thePageIsTheOneThatTheCodeMakes() throws IOException {
        new SettingsPage("iiop", "IIOP", IiopSettingsPageTest.class).check(IiopSetting.values());
    }
}
