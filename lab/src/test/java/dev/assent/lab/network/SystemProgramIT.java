package dev.assent.lab.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs programs of this system, and returns their output. */
@Fast
class SystemProgramIT {
    @Test
    void allThatOneSaysIsRead() throws Exception {
        assertThat(SystemProgram.output(List.of("seq", "1", "50000")))
                .hasSize(50_000)
                .last()
                .isEqualTo("50000");
    }

    @Test
    void oneThatIsRefusedIsToldWithItsLastWords() {
        assertThatThrownBy(() -> SystemProgram.run(List.of("sh", "-c", "echo first; echo last >&2; exit 3")))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("said 'last'");
    }

    @Test
    void oneThatDoesNotEndIsKilled() {
        assertThatThrownBy(() -> SystemProgram.output(List.of("sleep", "600"), 1))
                .isInstanceOf(IOException.class)
                .hasMessage("'sleep 600' did not end in 1 s");
    }

    @Test
    void oneThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> SystemProgram.run(List.of("no-such-program")))
                .isInstanceOf(IOException.class)
                .hasMessage("there is no program 'no-such-program' on the PATH");
    }
}
