package dev.assent.resources;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The generated page docs/reference/pool-settings.md is that of this code. */
@Fast
class PoolSettingsPageTest {
    private static final GeneratedPage PAGE = new GeneratedPage("pool-settings.md", PoolSettingsPageTest.class);

    private static String page() {
        StringBuilder page = PAGE.begin("Settings of a JDBC pool")
                .append("The keys are the same in a properties file and in code (`PoolSetting`), in the order in which"
                        + " people need them.\n")
                .append("A file also has `xa-data-source`, the driver's class, and `driver.<property>` for each"
                        + " of its properties.\n\n")
                .append("| key | what for, and why | default | allowed |\n|---|---|--:|---|\n");
        for (PoolSetting setting : PoolSetting.values()) {
            page.append(String.format(
                    Locale.ROOT,
                    "| `%s` | %s | %s | %s |%n",
                    setting.key(),
                    setting.documentation(),
                    setting.defaultValue(),
                    setting.allowed()));
        }
        return page.toString();
    }

    @Test
    void theCommittedPageIsTheGeneratedOne() throws IOException {
        PAGE.check(page());
    }
}
