package dev.assent.core.log;

import dev.assent.TransactionId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A record as a replay shows it.
 *
 * @param kind its kind
 * @param id its transaction
 * @param body its body, as text
 */
public record ReplayedRecord(int kind, TransactionId id, String body) {
    /** All records that a log replays. */
    public static List<ReplayedRecord> of(DecisionLog log) {
        List<ReplayedRecord> all = new ArrayList<>();
        log.replay((kind, id, body) -> all.add(new ReplayedRecord(kind, id, text(body))));
        return all;
    }

    private static String text(ByteBuffer body) {
        byte[] bytes = new byte[body.remaining()];
        body.get(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
