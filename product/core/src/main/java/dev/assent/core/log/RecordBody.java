package dev.assent.core.log;

import dev.assent.core.participant.ByteSink;

/** Writes the body of one record into the log's own buffer, so that nothing is copied twice. */
@FunctionalInterface
public interface RecordBody {
    /**
     * Writes the body. Called under the log's lock, once, or not at all by a log that keeps nothing. It must be quick
     * and must not block. If it throws, {@link DecisionLog#append} throws the same, and nothing is written.
     */
    void write(ByteSink out);
}
