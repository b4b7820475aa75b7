package dev.assent.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import org.junit.jupiter.api.Test;

@Fast
class TableTest {
    private final Table table =
            new Table(Table.Column.text("phase", 8), Table.Column.number("mean", 9), Table.Column.text("remark", 0));

    @Test
    void textIsAlignedAtTheLeftAndNumbersAtTheRight() {
        assertThat(table.header()).isEqualTo("  phase          mean  remark");
        assertThat(table.row("force", "0.48 ms", "the log")).isEqualTo("  force       0.48 ms  the log");
    }

    @Test
    void aTitleWiderThanItsColumnWidensIt() {
        Table narrow = new Table(Table.Column.number("restart", 2), Table.Column.text("x", 0));
        assertThat(narrow.row(7, "y")).isEqualTo("        7  y");
    }

    @Test
    void paintOfTheLastCellDoesNotCountAsWidth() {
        assertThat(table.row(cell -> "<" + cell + ">", "end", 1, "ok")).isEqualTo("  end               1  <ok>");
    }

    @Test
    void emptyCellsAtTheEndLeaveNoBlanks() {
        assertThat(table.row("end", 1, "")).isEqualTo("  end               1");
    }

    @Test
    void aRowWithAnotherNumberOfCellsIsRefused() {
        assertThatThrownBy(() -> table.row("end")).hasMessage("1 cells for 3 columns");
    }
}
