package dev.assent.transport.nativewire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.core.fixture.cost.CostTable;
import dev.assent.harness.Fast;
import dev.assent.remote.ConnectedClient;
import dev.assent.remote.RemoteConfig;
import dev.assent.transport.nativewire.WireWorld.Desk;
import dev.assent.transport.nativewire.WireWorld.Member;
import dev.assent.transport.nativewire.wire.ContextCodec;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How many bytes more go through a socket when a call has a context: the same call with one and without, counted
 * between the two processes, over each kind of the native wire.
 */
@Fast
class ContextBytesTest {
    private static final String HEADING = "| context of a call |";
    private static final int TIMEOUT_SECONDS = 60;

    @TempDir
    static Path folder;

    private final Map<String, Long> bytes = new LinkedHashMap<>();

    private static Map<String, Long> table() throws IOException {
        Map<String, Long> lines = new LinkedHashMap<>();
        CostTable.lines(HEADING).forEach(line -> lines.put(CostTable.name(line), CostTable.numbers(line)[0]));
        return lines;
    }

    /** How many bytes a call sends to where the tap is. */
    private static long sent(WireTap tap, Runnable call) {
        long before = tap.asked().length;
        call.run();
        return tap.asked().length - before;
    }

    /** The first call of a transaction, and another one, when the subordinate is known. */
    private void measure(String who, UserTransaction transactions, WireTap tap, Runnable call) throws Exception {
        call.run(); // opens the connection
        long without = sent(tap, call);
        transactions.setTransactionTimeout(TIMEOUT_SECONDS);
        transactions.begin();
        bytes.put(who + ", its first", sent(tap, call) - without);
        bytes.put(who + ", a further one", sent(tap, call) - without);
        transactions.rollback();
    }

    @ParameterizedTest
    @EnumSource(WireKind.class)
    void aContextCostsWhatTheTableSaysAndNeverMoreThanTheBound(WireKind kind) throws Exception {
        try (WireWorld world = new WireWorld(kind, folder)) {
            Member a = world.member("a");
            Member b = world.member("b");
            Member c = world.member("c");
            measure(
                    "of the node that has begun the transaction",
                    a.service.manager(),
                    b.tap(),
                    () -> a.desk(b).look());
            measure(
                    "of a node that was called itself",
                    a.service.manager(),
                    c.tap(),
                    () -> a.desk(b).lookFurther(c.address()));
            try (ConnectedClient client =
                    ConnectedClient.open(a.service.transport().address(), RemoteConfig.defaults())) {
                client.add(world.fixture().transport("client", null, none -> null));
                Desk desk = client.connect(b.address(), Desk.class);
                tellTheAlias(client.transactions(), desk);
                // measured on the connection that the client has opened
                measure("of a client without a transaction manager", client.transactions(), b.tap(), desk::look);
            }
            assertThat(bytes).isEqualTo(table());
            assertThat(bytes.values()).allMatch(each -> each > 0 && each <= ContextCodec.BYTES_MAX);
        }
    }

    /** The coordinator's address goes once on each connection, before the first context that names it. */
    private static void tellTheAlias(UserTransaction transactions, Desk desk) throws Exception {
        transactions.begin();
        desk.look();
        transactions.rollback();
    }
}
