package dev.assent.testkit.simulation;

import dev.assent.core.time.Clock;

/** The simulated time, as one life of a node sees it. */
final class SimulatedClock implements Clock {
    private final NodeLife life;

    SimulatedClock(NodeLife life) {
        this.life = life;
    }

    @Override
    public long nanos() {
        life.port("clock");
        return life.world().schedule().nowNanos();
    }

    @Override
    public long epochMillis() {
        life.port("clock");
        return life.world().schedule().nowNanos() / 1_000_000;
    }
}
