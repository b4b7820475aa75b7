package dev.assent.transport.soap.service;

import dev.assent.remote.message.Context;
import dev.assent.transport.soap.desk.Contexts;
import dev.assent.transport.soap.desk.Memo;
import dev.assent.transport.soap.envelope.SoapVersion;
import dev.assent.transport.soap.xml.Element;
import java.util.List;
import javax.xml.namespace.QName;

/**
 * The Headers of calls in transactions: the context, with mustUnderstand (WS-Coordination 1.2, section 2), so that no
 * receiver runs the call without the transaction. For a while all calls of a transaction to one known process have the
 * same Header, which is written once. So its remaining time may be too long, by at most a second, and at most a 64th of
 * itself.
 *
 * <p>Thread safety: safe to share.
 */
final class CallHeaders {
    private static final QName MUST_UNDERSTAND = SoapVersion.V1_1.name("mustUnderstand");

    /** The remaining time may be too long by one such part of itself. */
    private static final long PRECISION = 64;

    /** The remaining time may be too long by this at most. */
    private static final long MILLIS_MAX = 1_000;

    private final Contexts contexts;
    /** The last Header of each context, whatever its remaining time. */
    private final Memo<Context, Written> written = new Memo<>();

    /** The Headers for the calls of a process. */
    CallHeaders(Contexts contexts) {
        this.contexts = contexts;
    }

    /** A written Header, and its remaining time. */
    private record Written(long millis, HeaderBytes header) {
        boolean isRight(long left) {
            return left <= millis && millis - left <= Math.min(millis / PRECISION, MILLIS_MAX);
        }
    }

    /**
     * The Header of a call.
     *
     * @throws IllegalArgumentException as {@link Contexts#write}
     */
    HeaderBytes of(Context context) {
        long left = context.remainingMillis();
        Context unlimited = context.withRemainingMillis(Context.UNLIMITED);
        Written last = written.find(unlimited);
        if (last != null && last.isRight(left)) {
            return last.header();
        }
        HeaderBytes header = write(context);
        written.keep(unlimited, new Written(left, header));
        return header;
    }

    private HeaderBytes write(Context context) {
        Element block = contexts.write(context).write().with(MUST_UNDERSTAND, "1");
        return HeaderBytes.of(List.of(block));
    }
}
