package dev.assent.resources.simulation;

import dev.assent.core.fixture.resource.ForwardingDecisionLog;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.log.Durability;
import dev.assent.core.log.ForceReply;

/** A log whose next force may have an unknown outcome. After that it takes nothing more. Thread safety: safe to share. */
final class UnsureLog extends ForwardingDecisionLog {
    private volatile boolean failsNext;
    private volatile boolean forcesFirst;
    private volatile boolean hasFailed;

    UnsureLog(DecisionLog log) {
        super(log);
    }

    /**
     * The next force has an unknown outcome.
     *
     * @param isForced whether the disk has the record nevertheless
     */
    void failNextForce(boolean isForced) {
        forcesFirst = isForced;
        failsNext = true;
    }

    @Override
    public Durability force(long position, ForceReply reply) {
        if (!failsNext) {
            return super.force(position, reply);
        }
        failsNext = false;
        hasFailed = true;
        if (forcesFirst) {
            super.force(position, reply);
        }
        return Durability.UNKNOWN;
    }

    @Override
    public boolean isAccepting() {
        return !hasFailed && super.isAccepting();
    }
}
