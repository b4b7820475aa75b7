package dev.assent.server.demo;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table on a terminal whose last column says of each line whether all was as it must be; what was not stands below
 * the line. Confined to one thread.
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
     * @param violations what was not as it must be
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
