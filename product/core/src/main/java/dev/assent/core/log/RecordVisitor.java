package dev.assent.core.log;

import dev.assent.TransactionId;
import java.nio.ByteBuffer;

/** Gets the records that a log had at its start. */
@FunctionalInterface
public interface RecordVisitor {
    /**
     * One record of a transaction that has no end record; records of one transaction come in the order in which they
     * were appended.
     *
     * @param kind one of {@link RecordKind}, or a kind of a later version
     * @param body read-only, big-endian, from its position to its limit; do not keep it
     */
    void record(int kind, TransactionId id, ByteBuffer body);
}
