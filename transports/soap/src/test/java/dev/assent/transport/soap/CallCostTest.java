package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.remote.service.TransactionAttribute;
import dev.assent.testkit.remote.ServiceNode;
import dev.assent.testkit.remote.TransportFixture;
import dev.assent.testkit.resource.AdjustableClock;
import dev.assent.testkit.resource.EventList;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a call costs on the connection, with a transaction and without one, as the Java runtime counts what is written to
 * sockets; docs/design/ws-at.md has the figures.
 */
@Fast
class CallCostTest {
    private static final int CALLS = 50;
    /** The last answer may be heard before the runtime has noted that it was written. */
    private static final Offset<Double> MISSED = Offset.offset(0.1);
    /** Ports, and numbers of transactions, have more digits or fewer; and the last answer may be missed. */
    private static final Offset<Double> VARIES = Offset.offset(25.0);

    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire =
            new SoapFixture(clock, SoapConfig.defaults(), new TransportFixture.Limits(60_000, 0));
    private final EventList events = new EventList();
    private final ServiceNode server = new ServiceNode("server", wire, events, clock);
    private final ServiceNode client = new ServiceNode("client", wire, events, clock);

    @TempDir
    private Path folder;

    /** What is called. */
    public interface Numbers {
        int next(int number);
    }

    /** What was written to sockets of either side, a call. */
    private record Cost(double messages, double bytes) {}

    @AfterEach
    void close() {
        client.close();
        server.close();
        wire.close();
    }

    private Cost cost(Runnable call) throws IOException {
        try (Recording recording = new Recording()) {
            recording.enable("jdk.SocketWrite").withThreshold(Duration.ZERO);
            recording.start();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            recording.stop();
            Path file = folder.resolve("sockets.jfr");
            recording.dump(file);
            List<RecordedEvent> written = RecordingFile.readAllEvents(file);
            long bytes = written.stream()
                    .mapToLong(each -> each.getLong("bytesWritten"))
                    .sum();
            return new Cost((double) written.size() / CALLS, (double) bytes / CALLS);
        }
    }

    @Test
    void aTransactionAddsNoMessageAndAsManyBytesAsItsContextHas() throws Exception {
        server.services().export("numbers", Numbers.class, number -> number + 1, TransactionAttribute.SUPPORTS);
        Numbers numbers = client.services().connect(server.address("numbers"), Numbers.class);
        assertThat(numbers.next(1)).isEqualTo(2); // connects
        Cost plain = cost(() -> numbers.next(1));
        client.manager().begin();
        numbers.next(1); // registers
        Cost inside = cost(() -> numbers.next(1));
        client.manager().rollback();
        assertThat(plain.messages()).isCloseTo(2.0, MISSED);
        assertThat(inside.messages()).isCloseTo(2.0, MISSED);
        assertThat(plain.bytes()).isCloseTo(762.0, VARIES);
        assertThat(inside.bytes() - plain.bytes()).isCloseTo(768.0, VARIES);
    }
}
