package dev.assent.testkit.simulation;

import dev.assent.RecoveryReport;
import dev.assent.testkit.simulation.Schedule.Kind;

/** The recovery passes of a {@link NodeLife}, one at a time, and its timer. Not thread-safe. */
final class LifeRecovery {
    private final World world;
    private final NodeLife life;
    private boolean isRecovering;
    private boolean isPassAwaited;

    LifeRecovery(NodeLife life) {
        this.world = life.world();
        this.life = life;
    }

    RecoveryReport recover(boolean now) {
        isRecovering = true;
        try {
            RecoveryReport report = life.recovery().run(now);
            if (report.committed() > 0) {
                world.ledger().saw(Sight.RECOVERED_COMMIT);
            }
            if (world.history().isRecorded()) {
                boolean isAny = report.listed() > 0 || !report.isComplete();
                String told = life + " recovers: " + report;
                if (isAny) {
                    world.history().line(told);
                } else {
                    world.history().detail(told);
                }
            }
            return report;
        } finally {
            isRecovering = false;
        }
    }

    /** Runs an operator's act; no recovery pass runs meanwhile. */
    void byHand(Runnable work) {
        isRecovering = true;
        try {
            work.run();
        } finally {
            isRecovering = false;
        }
    }

    void tick() {
        life.parts().ticks().forEach(Runnable::run);
        if (!isPassAwaited && life.parts().schedule().isDue()) { // as in Assent: one at a time
            isPassAwaited = true;
            world.schedule().after(world.chance().delayNanos(), life, Kind.RECOVERY, this::pass);
        }
    }

    private void pass() {
        try {
            recover(false);
        } finally {
            isPassAwaited = false;
        }
    }

    /** Whether a pass runs, or an operator's act. */
    boolean isRecovering() {
        return isRecovering;
    }
}
