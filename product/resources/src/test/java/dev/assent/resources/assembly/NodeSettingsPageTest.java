package dev.assent.resources.assembly;

import dev.assent.Setting;
import dev.assent.harness.Fast;
import dev.assent.remote.RemoteSetting;
import dev.assent.resources.GeneratedPage;
import dev.assent.resources.spi.ResourceKey;
import dev.assent.resources.spi.ResourceType;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The generated page docs/reference/node-settings.md is that of this code. */
@Fast
class NodeSettingsPageTest {
    private static final GeneratedPage PAGE = new GeneratedPage("node-settings.md", NodeSettingsPageTest.class);

    private static String page() {
        StringBuilder page = PAGE.begin("Settings of a node")
                .append("The keys of a node's properties file (`./assent run --config FILE`, `NodeConfig.read`). Code"
                        + " uses the same keys.\nA value may be `${env:NAME}`, an environment variable, or"
                        + " `${file:PATH}`, the content of a file without its last line end.\n")
                .append("\n## The node itself\n\nExplained in [settings.md](settings.md).\n\n| key | default | allowed"
                        + " |\n|---|---|---|\n");
        for (Setting setting : Setting.values()) {
            row(page, "`" + setting.key() + "`", setting.defaultValue(), setting.allowed());
        }
        page.append("\n## Other nodes\n\nExplained in [services](../guide/services.md).\n\n| key | what for | default |"
                + " allowed |\n|---|---|---|---|\n");
        for (RemoteSetting setting : RemoteSetting.values()) {
            String defaultText = (setting.defaultValue() + " " + setting.unit()).strip();
            row(page, "`" + setting.key() + "`", setting.documentation(), defaultText, setting.allowed());
        }
        page.append(
                "\n## Transports\n\nA transport has a name of 1 to 64 letters, digits, `_` and `-`. There is one for"
                        + " each scheme; the keys of each are on the page of its wire.\n\n| key | what for | allowed"
                        + " |\n|---|---|---|\n");
        row(
                page,
                "`transport.NAME.listen`",
                "The address at which others reach the node; must be given. Its scheme names the wire"
                        + " (`native` and `native+http`, `soap` and `soap+https`, `iiop`); put its artifact"
                        + " (`assent-transport-native`, `-soap` or `-iiop`) on the class path.",
                "`SCHEME://HOST:PORT`, port 0 for any that is free; `SCHEME:` not to listen");
        row(page, "`transport.NAME.KEY`", "A setting of that wire.", "a key of that wire");
        page.append("\n## Resources\n\nA resource has a name of 1 to 64 letters, digits, `_` and `-`. Keep it over"
                + " restarts: recovery finds branches by it.\n\n| key | allowed |\n|---|---|\n");
        row(page, "`resource.NAME.type`", NodePlan.typeNames());
        row(page, "`resource.NAME.KEY`", "a key of that type, as below");
        for (ResourceType type : NodePlan.types().values()) {
            page.append("\n### Type `")
                    .append(type.name())
                    .append("`\n\n| key | what for | default | allowed" + " |\n|---|---|---|---|\n");
            for (ResourceKey each : type.keys()) {
                row(page, "`" + each.key() + "`", each.documentation(), each.defaultValue(), each.allowed());
            }
        }
        return page.toString();
    }

    private static void row(StringBuilder page, String... cells) {
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    @Test
    void theCommittedPageIsTheGeneratedOne() throws IOException {
        PAGE.check(page());
    }
}
