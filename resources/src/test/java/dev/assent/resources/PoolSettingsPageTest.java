package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The generated page docs/reference/pool-settings.md is that of this code. */
class PoolSettingsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "pool-settings.md");
    private static final String COMMAND = "./mvnw -o -pl resources -am test -Dtest=PoolSettingsPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dassent.reference.write=true";

    private static String page() {
        StringBuilder page = new StringBuilder("# Settings of a JDBC pool\n\n")
                .append("<!-- Generated from the code by PoolSettingsPageTest; regenerate with\n     ")
                .append(COMMAND)
                .append(" -->\n\n")
                .append("The keys are the same in a properties file and by code (`PoolSetting`), in the order in which"
                        + " people need them.\n")
                .append("Beside them a file has `xa-data-source`, the driver's class, and `driver.<property>` for each"
                        + " of its properties.\n\n")
                .append("| key | what for, and why | default | allowed |\n|---|---|--:|---|\n");
        for (PoolSetting setting : PoolSetting.values()) {
            page.append(String.format(
                    Locale.ROOT,
                    "| `%s` | %s | %s | %s |%n",
                    setting.key(),
                    setting.documentation(),
                    setting.defaultText(),
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
