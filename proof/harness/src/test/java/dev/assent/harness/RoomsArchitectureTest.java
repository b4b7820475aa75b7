package dev.assent.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The folders product, proof and lab: what a user builds and runs needs nothing of the other two. */
@Fast
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoomsArchitectureTest {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(assent-[^<]+)</artifactId>");
    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>.*?</dependency>", Pattern.DOTALL);

    /** The folders of the modules, by their artifacts. */
    private final Map<String, String> folders = new TreeMap<>();

    @BeforeAll
    void readModules() throws IOException {
        for (String folder : found(MODULE, read("pom.xml"))) {
            String pom = read(folder + "/pom.xml");
            folders.put(found(ARTIFACT, pom.substring(pom.indexOf("</parent>"))).get(0), folder);
        }
    }

    private static String read(String file) throws IOException {
        return Files.readString(Checkout.path(file));
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(each -> each.group(each.groupCount()))
                .toList();
    }

    @Test
    void everyModule_isInARoom() {
        assertThat(folders)
                .hasSizeGreaterThan(20)
                .allSatisfy((artifact, folder) -> assertThat(folder).matches("(product|proof|lab)(/.*)?"));
    }

    @Test
    void theProduct_needsNoOtherRoomButForTests() throws IOException {
        for (String folder : folders.values()) {
            if (folder.startsWith("product/")) {
                List<String> needed = DEPENDENCY
                        .matcher(read(folder + "/pom.xml"))
                        .results()
                        .map(each -> each.group())
                        .filter(each -> !each.contains("<scope>test</scope>"))
                        .flatMap(each -> found(ARTIFACT, each).stream())
                        .toList();
                assertThat(needed)
                        .as(folder)
                        .allSatisfy(each -> assertThat(folders.get(each)).startsWith("product/"));
            }
        }
    }
}
