package dev.assent.remote.transport;

import dev.assent.core.fixture.resource.ForwardingDecisionLog;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.RecordKind;
import dev.assent.core.log.RecordVisitor;
import dev.assent.remote.message.ShownAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A log in which an earlier life has noted places. Thread safety: as the log. */
public final class RestoredLog extends ForwardingDecisionLog {
    private static final int FORMAT = 0x4153504C;

    private final List<String> addresses;

    /**
     * The log of a later life.
     *
     * @param log takes what that life appends
     * @param addresses of the places
     */
    public RestoredLog(DecisionLog log, List<String> addresses) {
        super(log);
        this.addresses = addresses;
    }

    @Override
    public void replay(RecordVisitor visitor) {
        for (String address : addresses) {
            byte[] bytes = address.getBytes(StandardCharsets.UTF_8);
            ByteBuffer body = ByteBuffer.allocate(2 + bytes.length)
                    .putShort((short) bytes.length)
                    .put(bytes)
                    .flip();
            byte[] place = ShownAddress.place(address).getBytes(StandardCharsets.UTF_8);
            visitor.record(RecordKind.PLACE, new ForeignTransactionId(FORMAT, place), body);
        }
    }
}
