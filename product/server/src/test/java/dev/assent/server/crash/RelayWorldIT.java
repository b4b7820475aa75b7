package dev.assent.server.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.backends.DatabaseServer;
import dev.assent.backends.QuickJvm;
import dev.assent.backends.ServerFolder;
import dev.assent.backends.artemis.ArtemisServer;
import dev.assent.harness.OneOf;
import dev.assent.harness.Sampled;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** As {@link OracleIT}, for the oracle that also reads queues. */
@Sampled
@OneOf({OracleIT.class, RelayWorldIT.class})
class RelayWorldIT {
    private static ServerFolder folder;
    private static ArtemisServer broker;
    private static DatabaseServer database;

    private RelayWorld world;

    @BeforeAll
    static void startServers() throws Exception {
        folder = ServerFolder.temporary();
        broker = ArtemisServer.start(folder, "north", RelayNode.ORDERS, RelayNode.RECEIPTS);
        database = folder.startPostgres("south");
    }

    @AfterAll
    static void stopServers() throws Exception {
        folder.close();
    }

    @BeforeEach
    void bookAndReceiptTransferOneByHand() throws Exception {
        broker.drain(RelayNode.ORDERS);
        broker.drain(RelayNode.RECEIPTS);
        database.execute("DROP TABLE IF EXISTS transfers, accounts");
        Bank.of(database).found();
        world = new RelayWorld(broker, database, QuickJvm.plain(), Path.of("log"), Path.of("errors"));
        book(1);
        broker.send(RelayNode.RECEIPTS, word(1));
    }

    @Test
    void nothingIsWrongWithABookedAndReceiptedOrderNorWithOneThatWaits() throws Exception {
        broker.send(RelayNode.ORDERS, word(2));
        assertThat(world.whereMade(1)).containsExactly("north", "south");
        assertThat(world.whereMade(2)).isEmpty();
        assertThat(examine(1)).isEmpty();
    }

    @Test
    void aTransferThatIsBookedWithoutAReceiptIsFound() throws Exception {
        book(2);
        broker.send(RelayNode.ORDERS, word(2));
        assertThat(world.whereMade(2)).containsExactly("south");
        assertThat(examine(1, 2))
                .containsExactly(
                        "transfer 2 has no receipt", "the order of committed transfer " + word(2) + " is still there");
    }

    @Test
    void aReceiptWithoutABookingIsFound() throws Exception {
        broker.send(RelayNode.RECEIPTS, word(2));
        assertThat(world.whereMade(2)).containsExactly("north");
        assertThat(examine(1)).containsExactly("transfer 2 has a receipt and was not committed");
        assertThat(examine(1, 2)).anyMatch(each -> each.startsWith("ASSENT-6024"));
    }

    @Test
    void aSecondReceiptIsFoundAlsoWhenTheFirstWasTakenAwayAlready() throws Exception {
        int[] all = IntStream.rangeClosed(1, 400).toArray();
        book(Arrays.stream(all).skip(1).toArray());
        broker.send(
                RelayNode.RECEIPTS,
                Arrays.stream(all).skip(1).mapToObj(RelayWorldIT::word).toArray(String[]::new));
        assertThat(examine(all)).isEmpty();
        assertThat(broker.texts(RelayNode.RECEIPTS)).isEmpty();
        broker.send(RelayNode.RECEIPTS, word(1));
        assertThat(examine(all)).containsExactly("transfer 1 has two receipts");
    }

    private List<String> examine(int... committed) throws Exception {
        BitSet all = new BitSet();
        Arrays.stream(committed).forEach(all::set);
        return world.examine(all);
    }

    private static String word(int transfer) {
        return new Transfer(transfer, 1, 1, 1, false).word();
    }

    /** One session books all. */
    private static void book(int... transfers) {
        database.execute(Arrays.stream(transfers)
                .mapToObj(transfer -> "UPDATE accounts SET balance = balance + 1 WHERE id = 1;"
                        + " INSERT INTO transfers VALUES (" + transfer + ", 1, 1)")
                .collect(Collectors.joining("; ")));
    }
}
