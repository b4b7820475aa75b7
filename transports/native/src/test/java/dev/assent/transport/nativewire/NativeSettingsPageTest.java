package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/reference/native-settings.md says what the code says. */
class NativeSettingsPageTest {
    private static final String COMMAND = "./mvnw -o -pl transports/native -am test -Dtest=NativeSettingsPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dassent.reference.write=true";

    @Test
    void thePageIsTheOneThatTheCodeMakes() throws IOException {
        StringBuilder text = new StringBuilder("# Settings of the native transport\n\n<!-- Generated from the code by"
                + " NativeSettingsPageTest; regenerate with\n     " + COMMAND
                + " -->\n\n| key | what for | default | allowed |\n|---|---|---|---|\n");
        for (NativeSetting each : NativeSetting.values()) {
            text.append("| `")
                    .append(each.key())
                    .append("` | ")
                    .append(each.documentation())
                    .append(" | ");
            text.append(each.defaultValue().isEmpty() ? "nothing" : each.defaultValue());
            text.append(each.unit().isEmpty() ? "" : " " + each.unit());
            text.append(" | ").append(each.allowed()).append(" |\n");
        }
        Path page = Path.of("..", "..", "docs", "reference", "native-settings.md");
        if (Boolean.getBoolean("assent.reference.write")) {
            Files.writeString(page, text);
        }
        assertThat(page).as("regenerate with " + COMMAND).hasContent(text.toString());
    }
}
