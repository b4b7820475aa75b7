package dev.assent.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

@Fast
class ForkedJvmTest {
    @Test
    void otherVersionsOfWhatComesFirstAreLeftOff() {
        List<Path> first = List.of(Path.of("peer/classes"), Path.of("peer/jetty-server-11.0.26.jar"));

        assertThat(ForkedJvm.classPath(first, "lab/classes:lib/jetty-server-12.1.7.jar:lib/jetty-session-12.1.7.jar"))
                .isEqualTo("peer/classes:peer/jetty-server-11.0.26.jar:lab/classes:lib/jetty-session-12.1.7.jar");
    }

    @Test
    void aNameIsNoVersionOfALongerOne() {
        assertThat(ForkedJvm.classPath(List.of(Path.of("peer/saaj-2.jar")), "lib/saaj-impl-3.0.4.jar"))
                .isEqualTo("peer/saaj-2.jar:lib/saaj-impl-3.0.4.jar");
    }
}
