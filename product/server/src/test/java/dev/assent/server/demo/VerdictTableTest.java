package dev.assent.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

@Fast
class VerdictTableTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Terminal terminal =
            new Terminal(new PrintStream(out, true, StandardCharsets.UTF_8), false, false, false);
    private final VerdictTable table = new VerdictTable(
            terminal, new Table(Table.Column.text("kill -9", 8), Table.Column.text("the transfer is", 0)));

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void allIsWellWhenEveryLineIs() {
        table.row(List.of(), "committed, ok", "client");
        table.row(List.of(), "rolled back, ok", "north");
        assertThat(lines())
                .containsExactly(
                        "  kill -9   the transfer is", "  client    committed, ok", "  north     rolled back, ok");
        assertThat(table.isWell()).isTrue();
    }

    @Test
    void whatIsWrongStandsBelowItsLineAndIsNotMadeGoodByLaterOnes() {
        table.row(List.of("money is lost", "a branch is left"), "committed, ok", "client");
        table.row(List.of(), "rolled back, ok", "north");
        assertThat(lines())
                .containsExactly(
                        "  kill -9   the transfer is",
                        "  client    WRONG",
                        "    money is lost",
                        "    a branch is left",
                        "  north     rolled back, ok");
        assertThat(table.isWell()).isFalse();
    }
}
