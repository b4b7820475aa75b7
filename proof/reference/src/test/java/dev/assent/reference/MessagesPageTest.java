package dev.assent.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page docs/reference/messages.md is that of this code. */
@Fast
class MessagesPageTest {
    static final String COMMAND =
            "./mvnw test -pl proof/reference -am -Dtest=MessagesPageTest -Dassent.reference.write=true";

    @Test
    void committedPage_isTheGeneratedOne() throws IOException {
        Path file = Checkout.path("docs/reference/messages.md");
        String content = MessagesPage.content();
        if (Boolean.getBoolean("assent.reference.write")) {
            Files.writeString(file, content);
        }
        assertThat(file).as("regenerate with " + COMMAND).hasContent(content);
    }
}
