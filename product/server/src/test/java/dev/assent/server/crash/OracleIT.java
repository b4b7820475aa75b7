package dev.assent.server.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.backends.Database;
import dev.assent.backends.ServerFolder;
import dev.assent.harness.OneOf;
import dev.assent.harness.Sampled;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An oracle that never says no proves nothing: here everything it looks at is damaged by hand. */
@Sampled
@OneOf({OracleIT.class, RelayWorldIT.class})
class OracleIT {
    private static ServerFolder folder;
    private static BankServers servers;
    private static List<Bank> banks;

    private final Oracle oracle = new Oracle(banks);

    @BeforeAll
    static void startServers() throws Exception {
        folder = ServerFolder.temporary();
        servers = new BankServers(folder, List.of(Database.POSTGRESQL, Database.POSTGRESQL));
        banks = servers.await();
    }

    @AfterAll
    static void stopServers() throws Exception {
        servers.close();
        folder.close();
    }

    @BeforeEach
    void foundBanksAndMakeOneTransferByHand() throws Exception {
        for (Bank bank : banks) {
            execute(bank, "DROP TABLE IF EXISTS transfers, accounts");
            bank.found();
        }
        execute(
                north(),
                "UPDATE accounts SET balance = balance - 7 WHERE id = 3; INSERT INTO transfers VALUES (1, 3, -7)");
        execute(
                south(),
                "UPDATE accounts SET balance = balance + 7 WHERE id = 5; INSERT INTO transfers VALUES (1, 5, 7)");
    }

    @Test
    void nothingIsWrongWithWholeTransfers() throws Exception {
        Oracle.Finding finding = oracle.examine(reported(1));
        assertThat(finding.violations()).isEmpty();
        assertThat(finding.total()).isEqualTo(20_000_000);
        assertThat(finding.transfers()).isEqualTo(1);
        assertThat(oracle.whereMade(1)).containsExactly("north", "south");
        assertThat(oracle.durability()).isEmpty();
    }

    @Test
    void aBalanceThatNobodyTransferredIsFoundWithItsAccountAndTheTotal() throws Exception {
        execute(south(), "UPDATE accounts SET balance = balance + 1 WHERE id = 9");
        assertThat(violations(1))
                .containsExactly(
                        "ASSENT-6022 account 9 of bank 'south' has 1,000,001, but by its journal of transfers it must"
                                + " have 1,000,000",
                        "ASSENT-6020 the total of all accounts is 20,000,001, and it was 20,000,000 at first");
    }

    @Test
    void wrongBalancesWithTheRightTotalAreFound() throws Exception {
        execute(north(), "UPDATE accounts SET balance = balance + 1 WHERE id = 1");
        execute(north(), "UPDATE accounts SET balance = balance - 1 WHERE id = 2");
        assertThat(violations(1)).hasSize(2).allMatch(each -> each.startsWith("ASSENT-6022"));
    }

    @Test
    void aTransferThatOnlyOneBankHasIsFound() throws Exception {
        execute(north(), "INSERT INTO transfers VALUES (2, 1, 0)");
        assertThat(violations(1))
                .containsExactly(
                        "ASSENT-6023 bank 'north' and not bank 'south' has half-done transfers: 1; the first is"
                                + " transfer 2",
                        "ASSENT-6026 bank 'north' has transfers that were never reported as committed: 1; the first is"
                                + " transfer 2");
    }

    @Test
    void aCommittedTransferThatBothBanksLostIsFound() throws Exception {
        assertThat(violations(1, 2, 3))
                .containsExactly(
                        "ASSENT-6024 bank 'north' lacks transfers that were reported as committed: 2; the first is"
                                + " transfer 2",
                        "ASSENT-6024 bank 'south' lacks transfers that were reported as committed: 2; the first is"
                                + " transfer 2");
    }

    @Test
    void aTransferThatTookThePlaceOfAReportedOneIsFound() throws Exception {
        assertThat(violations(2)).hasSize(4).allMatch(each -> each.matches("ASSENT-602[46].*"));
    }

    @Test
    void aPreparedTransactionThatIsLeftIsFoundWithItsName() throws Exception {
        execute(south(), "BEGIN; UPDATE accounts SET balance = balance - 1 WHERE id = 1; PREPARE TRANSACTION 'left'");
        try {
            assertThat(violations(1)).containsExactly("ASSENT-6021 bank 'south' has a prepared transaction left: left");
            assertThat(oracle.inDoubt()).containsExactly("south");
        } finally {
            execute(south(), "ROLLBACK PREPARED 'left'");
        }
        assertThat(oracle.inDoubt()).isEmpty();
    }

    @Test
    void aServerThatMayLoseCommitsIsFound() throws Exception {
        execute(north(), "ALTER ROLE postgres SET synchronous_commit = off");
        try {
            assertThat(oracle.durability())
                    .containsExactly(
                            "ASSENT-6025 bank 'north' has 'synchronous_commit' set to 'off', and it must be 'on'");
        } finally {
            execute(north(), "ALTER ROLE postgres RESET synchronous_commit");
        }
    }

    private List<String> violations(int... committed) throws Exception {
        return oracle.examine(reported(committed)).violations();
    }

    private static BitSet reported(int... committed) {
        BitSet all = new BitSet();
        Arrays.stream(committed).forEach(all::set);
        return all;
    }

    private static Bank north() {
        return banks.get(0);
    }

    private static Bank south() {
        return banks.get(1);
    }

    private static void execute(Bank bank, String sql) throws Exception {
        try (Connection connection = bank.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
