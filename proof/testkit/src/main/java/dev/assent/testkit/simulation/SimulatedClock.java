package dev.assent.testkit.simulation;

import dev.assent.core.time.Clock;

/** The simulated time, as one life of a node sees it: time that passes is everybody's, the time of day its node's own. */
final class SimulatedClock implements Clock {
    private final NodeLife life;

    SimulatedClock(NodeLife life) {
        this.life = life;
    }

    @Override
    public long nanos() {
        life.port("Clock.nanos");
        return life.world().schedule().nowNanos();
    }

    @Override
    public long epochMillis() {
        life.port("Clock.epochMillis");
        return life.world().schedule().nowNanos() / 1_000_000 + life.node().clockAheadMillis();
    }
}
