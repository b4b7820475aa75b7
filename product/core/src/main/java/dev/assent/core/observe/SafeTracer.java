package dev.assent.core.observe;

import dev.assent.TransactionId;
import dev.assent.core.foreign.ForeignCode;
import dev.assent.core.foreign.Uncaught;
import org.jspecify.annotations.Nullable;

/**
 * A wrapper that lets the engine call a tracer which may throw anything ({@link ForeignCode}).
 *
 * <p>Thread safety: as the wrapped tracer.
 *
 * @param told gets every fault point
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
