package dev.assent.server.demo;

import dev.assent.server.crash.Bank;
import dev.assent.server.crash.Oracle;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the forced writes of the database servers while something is done, as far as they count them.
 *
 * <p>Thread safety: confined to one thread.
 */
final class ServerForces {
    private final List<Bank> banks;
    private final Oracle oracle;
    private final List<Long> before;

    private ServerForces(List<Bank> banks, Oracle oracle) throws SQLException {
        this.banks = banks;
        this.oracle = oracle;
        this.before = counts();
    }

    /**
     * The forced writes of one server.
     *
     * @param server its kind and its name
     * @param forces of its write-ahead log
     */
    record Count(String server, long forces) {}

    /** Counts from now on. */
    static ServerForces begin(List<Bank> banks, Oracle oracle) throws SQLException {
        return new ServerForces(banks, oracle);
    }

    /** The counts since then, for the servers that count. */
    List<Count> end() throws SQLException {
        List<Long> after = counts();
        List<Count> all = new ArrayList<>();
        for (int i = 0; i < banks.size(); i++) {
            if (after.get(i) >= 0) {
                String server =
                        banks.get(i).database().title() + " " + banks.get(i).name();
                all.add(new Count(server, after.get(i) - before.get(i)));
            }
        }
        return all;
    }

    private List<Long> counts() throws SQLException {
        List<Long> all = new ArrayList<>();
        for (Bank bank : banks) {
            all.add(oracle.forcedWrites(bank));
        }
        return all;
    }
}
