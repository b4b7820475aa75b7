package dev.assent.server.crash;

import static dev.assent.server.message.ServerMessages.MESSAGES;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Says whether all is well, by reading the two databases and nothing else: it asks neither Assent nor
 * its log.
 *
 * <p>Thread safety: immutable; ask it while no process makes transfers.
 */
public final class Oracle {
    private final List<Bank> banks;

    /** Reads these banks. */
    public Oracle(List<Bank> banks) {
        this.banks = List.copyOf(banks);
    }

    /**
     * The contents of the databases. Immutable.
     *
     * @param total the money of all accounts together
     * @param transfers how many transfers both banks wrote down
     * @param violations what is wrong, each a text for people; empty when all is well
     */
    public record Finding(long total, int transfers, List<String> violations) {
        /** Whether nothing is wrong. */
        public boolean isWell() {
            return violations.isEmpty();
        }
    }

    /** The money of all accounts together, as it was at first and must stay. */
    long totalAtFirst() {
        return banks.size() * Bank.ACCOUNTS * Bank.BALANCE;
    }

    /**
     * Examines both databases:
     *
     * <ol>
     *   <li>no prepared transaction is left;
     *   <li>each balance follows from the bank's own journal of transfers;
     *   <li>the journals hold the same transfers, so each was made at both banks or at neither;
     *   <li>they hold every transfer that was reported as committed, and no other;
     *   <li>the total is what it was at first.
     * </ol>
     *
     * @param committed the transfers that were reported as committed
     */
    public Finding examine(BitSet committed) throws SQLException {
        return examine(committed, new BitSet());
    }

    /**
     * Examines both databases, as {@link #examine(BitSet)}.
     *
     * @param open the transfers that may have committed or not, since the process that made them was killed before it
     *     heard. Even so each is at both sides or at neither
     */
    public Finding examine(BitSet committed, BitSet open) throws SQLException {
        List<String> violations = new ArrayList<>();
        List<BitSet> journals = new ArrayList<>();
        long total = 0;
        for (Bank bank : banks) {
            try (Connection connection = bank.connect()) {
                Holdings holdings = holdings(bank, connection, violations); // 1, 2
                total += holdings.total();
                journals.add(holdings.journal());
            }
        }
        compare(journals, violations); // 3
        for (int i = 0; i < banks.size(); i++) { // 4
            compare(banks.get(i), minus(journals.get(i), minus(open, committed)), committed, violations);
        }
        if (total != totalAtFirst()) { // 5
            violations.add(MESSAGES.oracleTotalChanged(total, totalAtFirst()));
        }
        return new Finding(total, journals.get(0).cardinality(), List.copyOf(violations));
    }

    /** The violations in one bank by itself: 1, 2 and 4. */
    static List<String> examine(Bank bank, BitSet committed) throws SQLException {
        List<String> violations = new ArrayList<>();
        try (Connection connection = bank.connect()) {
            compare(bank, holdings(bank, connection, violations).journal(), committed, violations);
        }
        return violations;
    }

    private record Holdings(long total, BitSet journal) {}

    private static Holdings holdings(Bank bank, Connection connection, List<String> violations) throws SQLException {
        for (String gid : bank.dialect().prepared(connection)) {
            violations.add(MESSAGES.oraclePreparedLeft(bank.name(), gid));
        }
        return new Holdings(balances(bank, connection, violations), journal(connection));
    }

    private static void compare(Bank bank, BitSet journal, BitSet committed, List<String> violations) {
        tell(MESSAGES::oracleTransfersLost, bank.name(), minus(committed, journal), violations);
        tell(MESSAGES::oracleTransfersUnreported, bank.name(), minus(journal, committed), violations);
    }

    private static long balances(Bank bank, Connection connection, List<String> violations) throws SQLException {
        String query = """
                SELECT a.id, a.balance, %d + coalesce(sum(t.amount), 0) AS journal
                FROM accounts a LEFT JOIN transfers t ON t.account = a.id
                GROUP BY a.id, a.balance ORDER BY a.id
                """.formatted(Bank.BALANCE);
        long sum = 0;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                long balance = rows.getLong("balance");
                long journal = rows.getLong("journal");
                sum += balance;
                if (balance != journal) {
                    violations.add(MESSAGES.oracleBalanceWrong(rows.getInt("id"), bank.name(), balance, journal));
                }
            }
        }
        return sum;
    }

    private static BitSet journal(Connection connection) throws SQLException {
        BitSet ids = new BitSet();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM transfers")) {
            while (rows.next()) {
                ids.set(rows.getInt(1));
            }
        }
        return ids;
    }

    private void compare(List<BitSet> journals, List<String> violations) {
        for (int here = 0; here < journals.size(); here++) {
            for (int there = 0; there < journals.size(); there++) {
                BitSet halfDone = minus(journals.get(here), journals.get(there));
                String names = banks.get(here).name() + "' and not bank '"
                        + banks.get(there).name();
                tell(MESSAGES::oracleTransfersHalfDone, names, halfDone, violations);
            }
        }
    }

    private static BitSet minus(BitSet all, BitSet some) {
        BitSet rest = (BitSet) all.clone();
        rest.andNot(some);
        return rest;
    }

    /** A message about some transfers of a bank, which names the first. */
    private interface AboutTransfers {
        String text(String bank, int transfers, int first);
    }

    /** One line, however many there are. */
    private static void tell(AboutTransfers message, String bank, BitSet transfers, List<String> violations) {
        if (!transfers.isEmpty()) {
            violations.add(message.text(bank, transfers.cardinality(), transfers.nextSetBit(0)));
        }
    }

    /** The settings that make commits durable, as each server says them; those that are wrong are violations. */
    public List<String> durability() throws SQLException {
        List<String> violations = new ArrayList<>();
        for (Bank bank : banks) {
            try (Connection connection = bank.connect()) {
                for (Dialect.Durability each : bank.dialect().durability()) {
                    String value = Dialect.single(connection, each.query());
                    if (!value.equals(each.expected())) {
                        violations.add(MESSAGES.oracleNotDurable(bank.name(), each.setting(), value, each.expected()));
                    }
                }
            }
        }
        return violations;
    }

    /** The names of the banks that hold a prepared transaction; a bank is named once for each. */
    public List<String> inDoubt() throws SQLException {
        List<String> names = new ArrayList<>();
        for (Bank bank : banks) {
            try (Connection connection = bank.connect()) {
                bank.dialect().prepared(connection).forEach(gid -> names.add(bank.name()));
            }
        }
        return names;
    }

    /** The names of the banks whose journal has the transfer. */
    public List<String> whereMade(int transfer) throws SQLException {
        List<String> names = new ArrayList<>();
        for (Bank bank : banks) {
            try (Connection connection = bank.connect()) {
                if (bank.dialect().isMade(connection, transfer)) {
                    names.add(bank.name());
                }
            }
        }
        return names;
    }

    /**
     * How often a server has forced its own log since it was started, as it counts by itself; -1 if it does not count.
     * Complete if there is no other connection.
     */
    public long forcedWrites(Bank bank) throws SQLException {
        try (Connection connection = bank.connect()) {
            return bank.dialect().forcedWrites(connection);
        }
    }
}
