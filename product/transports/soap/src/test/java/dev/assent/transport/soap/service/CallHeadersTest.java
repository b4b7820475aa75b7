package dev.assent.transport.soap.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Fast;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.desk.Desks;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The Headers of calls of one transaction. */
@Fast
class CallHeadersTest {
    private static final Pattern EXPIRES = Pattern.compile("<Expires>([0-9]+)</Expires>");
    private static final LocalTransactionId ID = new LocalTransactionId(new NodeEpoch(new NodeId(1, 2), 3, 0), 4);
    private static final long MINUTE = 60_000;

    private final CallHeaders headers = new CallHeaders(new Contexts(Desks.silent()));

    private HeaderBytes header(long left, LocalTransactionId known) {
        return headers.of(new Context(ID, new SuperiorRef(ID, "soap://127.0.0.1:8080"), left, known));
    }

    private HeaderBytes header(long left) {
        return header(left, null);
    }

    private static long expires(HeaderBytes header) {
        Matcher found = EXPIRES.matcher(new String(header.alone(), StandardCharsets.UTF_8));
        return found.find() ? Long.parseLong(found.group(1)) : Context.UNLIMITED;
    }

    @Test
    void theFirstOneSaysTheTimeThatIsLeft() {
        assertThat(expires(header(MINUTE - 1))).isEqualTo(MINUTE - 1);
    }

    @Test
    void itIsWrittenOnceForAWhileAndNeverMuchTooLong() {
        HeaderBytes last = header(MINUTE);
        int writings = 1;
        for (long left = MINUTE; left >= 0; left -= 10) {
            HeaderBytes now = header(left);
            writings += now == last ? 0 : 1;
            last = now;
            assertThat(expires(now)).isBetween(left, left + left / 60);
        }
        assertThat(writings).isBetween(100, 600);
    }

    @Test
    void inALongTimeItIsASecondTooLongAtMost() {
        long day = 24 * 60 * MINUTE;
        HeaderBytes first = header(day);
        assertThat(header(day - 1_000)).isSameAs(first);
        assertThat(expires(header(day - 1_001))).isEqualTo(day - 1_001);
    }

    @Test
    void oneWithMoreTimeIsWrittenAgain() {
        assertThat(expires(header(MINUTE))).isEqualTo(MINUTE);
        assertThat(expires(header(MINUTE + 1))).isEqualTo(MINUTE + 1);
        assertThat(expires(header(Context.UNLIMITED))).isEqualTo(Context.UNLIMITED);
        assertThat(expires(header(MINUTE))).isEqualTo(MINUTE);
        assertThat(expires(header(0))).isZero();
    }

    @Test
    void whatIsKnownOfThePlaceIsInIt() {
        HeaderBytes unknown = header(MINUTE);
        assertThat(header(MINUTE, ID)).isNotEqualTo(unknown);
        assertThat(header(MINUTE)).isSameAs(unknown);
    }
}
