package dev.assent.transport.iiop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/reference/iiop-settings.md says what the code says. */
class IiopSettingsPageTest {
    private static final String COMMAND = "./mvnw -o -pl transports/iiop -am test -Dtest=IiopSettingsPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dassent.reference.write=true";

    @Test
    void thePageIsTheOneThatTheCodeMakes() throws IOException {
        StringBuilder text = new StringBuilder(
                "# Settings of the IIOP transport\n\n<!-- Generated from the code by"
                        + " IiopSettingsPageTest; regenerate with\n     " + COMMAND
                        + " -->\n\nIn a node's properties file a key is `transport.NAME.KEY`, without `iiop-`, and where it listens is"
                        + " `transport.NAME.listen`, see [node-settings.md](node-settings.md#transports).\n\n| key | what for | default | allowed |\n|---|---|---|---|\n");
        for (IiopSetting each : IiopSetting.values()) {
            text.append("| `")
                    .append(each.key())
                    .append("` | ")
                    .append(each.documentation())
                    .append(" | ");
            text.append(each.defaultValue().isEmpty() ? "nothing" : each.defaultValue());
            text.append(each.unit().isEmpty() ? "" : " " + each.unit());
            text.append(" | ").append(each.allowed()).append(" |\n");
        }
        Path page = Path.of("..", "..", "docs", "reference", "iiop-settings.md");
        if (Boolean.getBoolean("assent.reference.write")) {
            Files.writeString(page, text);
        }
        assertThat(page).as("regenerate with " + COMMAND).hasContent(text.toString());
    }
}
