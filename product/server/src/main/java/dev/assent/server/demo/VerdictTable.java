package dev.assent.server.demo;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table on a terminal. The last column of each line says whether all was right; violations stand below the line.
 * Confined to one thread.
 */
final class VerdictTable {
    private final Terminal terminal;
    private final Table table;
    private boolean isWell = true;

    /** Writes the titles. */
    VerdictTable(Terminal terminal, Table table) {
        this.terminal = terminal;
        this.table = table;
        terminal.line(terminal.faint(table.header()));
    }

    /**
     * Writes a line.
     *
     * @param violations what is wrong, for people; empty when all is well
     * @param good the last cell when there is none
     * @param cells those before the last
     */
    void row(List<String> violations, String good, Object... cells) {
        boolean isGood = violations.isEmpty();
        Object[] all = Stream.concat(Arrays.stream(cells), Stream.of(isGood ? good : "WRONG"))
                .toArray();
        terminal.line(table.row(isGood ? terminal::good : terminal::bad, all));
        violations.forEach(each -> terminal.line("    " + terminal.bad(each)));
        isWell &= isGood;
    }

    /** Whether everything was as it must be, in all lines. */
    boolean isWell() {
        return isWell;
    }
}
