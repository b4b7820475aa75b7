package dev.assent.core.observe;

import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.foreign.Uncaught;
import dev.assent.core.identity.TransactionId;
import org.jspecify.annotations.Nullable;

/**
 * A tracer as the engine may call it, whatever it throws ({@link ForeignCode}).
 *
 * <p>Thread safety: as that of the tracer behind it.
 *
 * @param told is told of every fault point
 */
public record SafeTracer(Tracer told) implements Tracer {
    @Override
    public void at(FaultPoint point, @Nullable TransactionId id, int participant) {
        try {
            told.at(point, id, participant);
        } catch (Throwable thrown) {
            Uncaught.tell(thrown);
        }
    }
}
