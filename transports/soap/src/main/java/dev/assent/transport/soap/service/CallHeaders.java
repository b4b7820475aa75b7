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
 * nobody takes a call for one without. All calls of a transaction to one process that it knows have the same for a while, which
 * is written once: the time that it says is left was so when it was written, and is at most a second too long, and at most a
 * 64th.
 *
 * <p>Thread safety: safe to share.
 */
final class CallHeaders {
    private static final QName MUST_UNDERSTAND = SoapVersion.V1_1.name("mustUnderstand");

    /** By what part of itself a time may be too long. */
    private static final long PRECISION = 64;

    /** By how much it may be. */
    private static final long MILLIS_MAX = 1_000;

    private final Contexts contexts;
    /** The last one of each context, whatever time is left. */
    private final Memo<Context, Written> written = new Memo<>();

    /** Those of the calls of a process. */
    CallHeaders(Contexts contexts) {
        this.contexts = contexts;
    }

    /** One that was written, and the time that it says is left. */
    private record Written(long millis, HeaderBytes header) {
        boolean isRight(long left) {
            return left <= millis && millis - left <= Math.min(millis / PRECISION, MILLIS_MAX);
        }
    }

    /**
     * That of a call.
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
