package dev.assent.transport.soap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.transport.soap.HostileMessages.Hostile;
import dev.assent.transport.soap.http.RawConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that come too slowly, or never, to a node with short limits. */
@Fast
class SlowSendersTest extends HostilePart {
    SlowSendersTest() {
        super(2_000, 3_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "POST /shop HTTP/1.1\r\nHost: x\r\nX-Slow: ",
                "POST /shop HTTP/1.1\r\nHost: x\r\n" + "Content-Type: text/xml\r\nContent-Length: 60000\r\n\r\n"
            })
    void whoNeverEndsIsClosed(String front) throws Exception {
        try (RawConnection connection = connect()) {
            connection.send(front + (front.isEmpty() ? "P" : ""));
            Awaitility.await().until(() -> isClosedAfter(connection, "y"));
        }
    }

    /** Whether a byte more finds nobody who reads it. */
    private static boolean isClosedAfter(RawConnection connection, String drop) {
        try {
            connection.send(drop);
            return connection.patience(1).isClosedByOther();
        } catch (IOException closed) {
            return true;
        }
    }

    @Test
    void whoIsRefusedAndNeverEndsIsClosedToo() throws Exception {
        try (RawConnection connection = connect()) {
            connection.send(
                    "POST /shop HTTP/1.1", "Host: x", "Content-Type: text/xml", "Content-Length: 900000", "", "x");
            assertThat(connection.message()).startsWith("HTTP/1.1 413 ");
            Awaitility.await().until(() -> isClosedAfter(connection, "y"));
        }
    }

    /** Whether somebody honest is answered; on a slow machine one that is not may have been too late itself. */
    private boolean isServed() {
        try (RawConnection late = connect()) {
            late.send(HostileMessages.request(
                    "/ws-at/activation", new Hostile("good", "text/xml", "", Samples.CREATE, 200, "")));
            return late.message().startsWith("HTTP/1.1 200 ");
        } catch (IOException closed) {
            return false;
        }
    }

    @Test
    void whoTakesAllConnectionsAndSaysNothingLosesThem() throws Exception {
        List<RawConnection> idle = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS_MAX; i++) {
            idle.add(connect());
        }
        Awaitility.await().until(this::isServed);
        for (RawConnection each : idle) {
            assertThat(each.isClosedByOther()).isTrue();
            each.close();
        }
    }
}
