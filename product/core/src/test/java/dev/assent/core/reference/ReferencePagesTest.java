package dev.assent.core.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Checkout;
import dev.assent.harness.Fast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The generated pages in docs/reference are those of this code. {@link ReferencePages} says how to renew them. */
@Fast
class ReferencePagesTest {
    private static final Path FOLDER = Checkout.path("docs/reference");

    /** A page and its expected content. */
    record Page(String name, Supplier<String> content) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Page> pages() {
        return Stream.of(
                new Page("xa-codes.md", ReferencePages::xaCodes), new Page("settings.md", ReferencePages::settings));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void theCommittedPageIsTheGeneratedOne(Page page) throws IOException {
        Path file = FOLDER.resolve(page.name());
        if (Boolean.getBoolean("assent.reference.write")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, page.content().get());
        }
        assertThat(file)
                .as(
                        "regenerate with ./mvnw test -pl product/core -am -Dtest=ReferencePagesTest -Dassent.reference.write=true")
                .hasContent(page.content().get());
    }
}
