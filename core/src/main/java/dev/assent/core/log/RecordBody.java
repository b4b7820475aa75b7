package dev.assent.core.log;

import dev.assent.core.participant.ByteSink;

/** Writes the body of one record into the log's own buffer, so that nothing is copied twice. */
@FunctionalInterface
public interface RecordBody {
    /** Writes the body. Called once, under the log's lock: it must be quick and must not block. */
    void write(ByteSink out);
}
