package dev.assent.testkit.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.SettingKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The reference page of a transport's settings, {@code docs/reference/WIRE-settings.md}: its text comes from the code.
 * If the system property {@code assent.reference.write} is true, the test writes it again.
 *
 * @param wire the name of the wire, as in its folder and its keys
 * @param name of the wire for people
 * @param test the test that checks it, in the folder of the transport
 */
public record SettingsPage(String wire, String name, Class<?> test) {
    /** Fails when the page is another than the one that the code makes. */
    public void check(SettingKey... settings) throws IOException {
        String command = "./mvnw test -pl transports/" + wire + " -am -Dtest=" + test.getSimpleName()
                + " -Dassent.reference.write=true";
        StringBuilder text = new StringBuilder(
                "# Settings of the " + name + " transport\n\n<!-- Generated from the code by "
                        + test.getSimpleName() + "; regenerate with\n     " + command
                        + " -->\n\nIn a node's properties file a key is `transport.NAME.KEY`, without `" + wire
                        + "-`, and where it listens is"
                        + " `transport.NAME.listen`, see [node-settings.md](node-settings.md#transports).\n\n| key | what for | default | allowed |\n|---|---|---|---|\n");
        for (SettingKey each : settings) {
            text.append("| `")
                    .append(each.key())
                    .append("` | ")
                    .append(each.documentation())
                    .append(" | ");
            text.append(each.defaultValue().isEmpty() ? "nothing" : each.defaultValue());
            text.append(each.unit().isEmpty() ? "" : " " + each.unit());
            text.append(" | ").append(each.allowed()).append(" |\n");
        }
        Path page = Path.of("..", "..", "docs", "reference", wire + "-settings.md");
        if (Boolean.getBoolean("assent.reference.write")) {
            Files.writeString(page, text);
        }
        assertThat(page).as("regenerate with " + command).hasContent(text.toString());
    }
}
