package dev.assent.transport.soap;

import dev.assent.harness.Fast;
import dev.assent.remote.fixture.SettingsPage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** docs/reference/soap-settings.md says what the code says. */
@Fast
class SoapSettingsPageTest {
    @Test
    void thePageIsTheOneThatTheCodeMakes() throws IOException {
        new SettingsPage("soap", "SOAP", SoapSettingsPageTest.class).check(SoapSetting.values());
    }
}
