package dev.assent.core.log;

import dev.assent.core.participant.ByteSink;

/** Writes the body of one record into the log's own buffer, so that nothing is copied twice. */
@FunctionalInterface
public interface RecordBody {
    /**
     * Writes the body. Called under the log's lock, once or, by a log that keeps nothing, not at all: it
     * must be quick and must not block. What it throws, {@link DecisionLog#append} throws; nothing is written then.
     */
    void write(ByteSink out);
}
