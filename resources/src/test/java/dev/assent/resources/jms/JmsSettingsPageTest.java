package dev.assent.resources.jms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The generated page docs/reference/jms-settings.md is that of this code. */
class JmsSettingsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "jms-settings.md");
    private static final String COMMAND = "./mvnw -o -pl resources -am test -Dtest=JmsSettingsPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dassent.reference.write=true";

    private static String page() {
        StringBuilder page = new StringBuilder("# Settings of a JMS pool\n\n")
                .append("<!-- Generated from the code by JmsSettingsPageTest; regenerate with\n     ")
                .append(COMMAND)
                .append(" -->\n\n")
                .append(
                        "The keys are the same in a properties file and by code (`JmsPoolSetting`), in the order in which"
                                + " people need them.\n")
                .append(
                        "Beside them a file has `connection-factory`, the class of the XAConnectionFactory, and `driver.<property>` for each"
                                + " of its properties.\n\n")
                .append("| key | what for, and why | default | allowed |\n|---|---|--:|---|\n");
        for (JmsPoolSetting setting : JmsPoolSetting.values()) {
            page.append(String.format(
                    Locale.ROOT,
                    "| `%s` | %s | %d | %s |%n",
                    setting.key(),
                    setting.documentation(),
                    setting.defaultValue(),
                    setting.allowed()));
        }
        return page.toString();
    }

    @Test
    void theCommittedPageIsTheGeneratedOne() throws IOException {
        if (Boolean.getBoolean("assent.reference.write")) {
            Files.writeString(PAGE, page());
        }
        assertThat(PAGE).as("regenerate with " + COMMAND).hasContent(page());
    }
}
