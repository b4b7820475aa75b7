package dev.assent.testkit.resource;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.participant.ByteSink;
import dev.assent.core.participant.Participant;
import dev.assent.core.transaction.Descriptions;
import dev.assent.core.transaction.Superior;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * A superior that records {@code superior.ask} when a subordinate asks it, and {@code superior.rolledBack} when a
 * subordinate reports that it has rolled back by itself. A test sets its answers in advance.
 *
 * <p>Thread safety: safe to share; the test sets the answers before the first question.
 */
public final class RecordingSuperior implements Superior {
    private static final int KIND = 77;
    private static final long MARK = 0x5355504552494F52L;

    private final EventList events;
    private volatile Consumer<Word> answering = word -> {};

    /** One that records into {@code events} and answers nothing. */
    public RecordingSuperior(EventList events) {
        this.events = events;
    }

    /** From now on every question is answered so, at once or later. */
    public void answers(Consumer<Word> answer) {
        answering = answer;
    }

    @Override
    public String name() {
        return "superior";
    }

    @Override
    public void describe(ByteSink sink) {
        sink.putByte(KIND).putLong(MARK);
    }

    @Override
    public void ask(LocalTransactionId asking, Word answer) {
        events.add("superior.ask");
        answering.accept(answer);
    }

    @Override
    public void rolledBack(LocalTransactionId leaving) {
        events.add("superior.rolledBack");
    }

    /** Finds this superior again in a log. */
    public Descriptions descriptions() {
        return new Descriptions() {
            @Override
            public Participant participant(int kind, Source of, ByteBuffer in) {
                return NONE.participant(kind, of, in);
            }

            @Override
            public Superior superior(int kind, TransactionId id, ByteBuffer in) {
                if (kind != KIND || in.getLong() != MARK) {
                    throw new IllegalArgumentException("kind " + kind);
                }
                return RecordingSuperior.this;
            }
        };
    }
}
