package dev.assent.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page of docs/reference that a test generates from the code.
 *
 * @param file its name there
 * @param test the class that generates it
 */
public record GeneratedPage(String file, Class<?> test) {
    private String command() {
        return "./mvnw test -pl product/resources -am -Dtest=" + test.getSimpleName()
                + " -Dassent.reference.write=true";
    }

    /** What it begins with. */
    public StringBuilder begin(String title) {
        return new StringBuilder("# ")
                .append(title)
                .append("\n\n<!-- Generated from the code by ")
                .append(test.getSimpleName())
                .append("; regenerate with\n     ")
                .append(command())
                .append(" -->\n\n");
    }

    /** The committed page has this text; when it is to be written, it gets it first. */
    public void check(String text) throws IOException {
        Path page = Checkout.path("docs/reference/" + file);
        if (Boolean.getBoolean("assent.reference.write")) {
            Files.writeString(page, text);
        }
        assertThat(page).as("regenerate with " + command()).hasContent(text);
    }
}
