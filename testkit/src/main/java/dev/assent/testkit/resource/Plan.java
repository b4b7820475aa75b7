package dev.assent.testkit.resource;

import dev.assent.core.xa.XaCodes;
import dev.assent.testkit.AnyThrowable;
import java.util.concurrent.CountDownLatch;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * The plan for a resource's next call of one verb, in place of the normal result. Immutable.
 *
 * @param vote to prepare; null for the one that fits
 * @param code of the XAException to throw; 0 for none
 * @param thrown instead of an XAException
 * @param hasEffect whether the verb is done before the failure is reported, as when a reply is lost
 * @param gate the call waits for it before it does anything
 */
record Plan(
        @Nullable Integer vote,
        int code,
        @Nullable Throwable thrown,
        boolean hasEffect,
        @Nullable CountDownLatch gate) {
    static final Plan NORMAL = new Plan(null, 0, null, false, null);

    static Plan vote(int vote) {
        return new Plan(vote, 0, null, false, null);
    }

    static Plan code(int code, boolean hasEffect) {
        return new Plan(null, code, null, hasEffect, null);
    }

    static Plan thrown(Throwable thrown) {
        return new Plan(null, 0, thrown, false, null);
    }

    static Plan waitFor(CountDownLatch gate) {
        return new Plan(null, 0, null, false, gate);
    }

    /** The end of the call's event. */
    String suffix() {
        if (code != 0) {
            return " -> " + XaCodes.name(code);
        }
        return thrown == null ? "" : " -> " + thrown.getClass().getSimpleName();
    }

    /** Throws what shall be thrown, if anything. */
    void fail() throws XAException {
        if (code != 0) {
            throw new XAException(code);
        }
        if (thrown != null) {
            AnyThrowable.raise(thrown);
        }
    }
}
