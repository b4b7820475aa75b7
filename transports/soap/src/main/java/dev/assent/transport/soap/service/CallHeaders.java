package dev.assent.transport.soap.service;

import dev.assent.remote.message.Context;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.desk.Memo;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.xml.Element;
import java.util.List;
import javax.xml.namespace.QName;

/**
 * The Headers of calls inside of transactions: the context, which must be understood (WS-Coordination 1.2, section 2), so that
 * nobody takes a call for one without. All calls of a transaction have the same for a while, so that it is written once.
 *
 * <p>Thread safety: safe to share.
 */
final class CallHeaders {
    private static final QName MUST_UNDERSTAND = SoapVersion.V1_1.name("mustUnderstand");

    /** By what part of itself the time that is left may be rounded up. */
    private static final long PRECISION = 64;

    private final Contexts contexts;
    private final Memo<Context, HeaderBytes> written = new Memo<>(this::written);

    /** Those of the calls of a process. */
    CallHeaders(Contexts contexts) {
        this.contexts = contexts;
    }

    /**
     * That of a call.
     *
     * @throws IllegalArgumentException as {@link Contexts#write}
     */
    HeaderBytes of(Context context) {
        return written.get(context.withRemainingMillis(steady(context.remainingMillis())));
    }

    /** Rounded up, so that it is the same for a while; whoever decides ends a transaction in time. */
    static long steady(long millis) {
        long step = Math.max(1, Long.highestOneBit(millis) / PRECISION);
        long over = millis % step;
        return over == 0 || millis > Long.MAX_VALUE - step ? millis : millis + step - over;
    }

    private HeaderBytes written(Context context) {
        Element block = contexts.write(context).write().with(MUST_UNDERSTAND, "1");
        return HeaderBytes.of(List.of(block));
    }
}
