package dev.assent.testkit.simulation;

import java.util.Arrays;
import java.util.List;

/** What goes wrong in a call of a resource. */
enum Fault {
    /** Nothing. */
    NONE,
    /** XAER_RMFAIL, without effect. */
    FAIL_BEFORE,
    /** XAER_RMFAIL, though the effect is there. */
    FAIL_AFTER,
    /** XAER_RMFAIL, the connection is gone, and the effect may come later. */
    LOSE_CONNECTION,
    /** A RuntimeException, without effect. */
    THROW_BEFORE,
    /** A RuntimeException, though the effect is there. */
    THROW_AFTER,
    /** The resource crashes before the effect. */
    CRASH_BEFORE,
    /** The resource crashes after the effect. */
    CRASH_AFTER,
    /** A code that the verb may answer, with its meaning. */
    CODE;

    private static final List<Fault> WRONG =
            Arrays.stream(values()).filter(each -> each != NONE).toList();

    private static final Fault[] OF_CALLS = {
        FAIL_BEFORE, FAIL_AFTER, LOSE_CONNECTION, LOSE_CONNECTION, THROW_BEFORE, THROW_AFTER, CODE, CODE, CODE
    };

    /** What can go wrong. */
    static List<String> names() {
        return WRONG.stream().map(Fault::name).toList();
    }

    /** Draws what goes wrong in a call, as {@link Coverage} names it. */
    static Fault draw(World world, String call) {
        for (Fault each : WRONG) {
            if (!world.isQuiet() && world.isAimedAt(call, each.name())) {
                return each;
            }
        }
        Profile.Faults faults = world.profile().faults();
        if (!world.isQuiet()
                && faults.resourceCrashCall() != 0
                && faults.resourceCrashCall() == world.resourceCalls()) {
            return world.chance().of(0.5) ? CRASH_BEFORE : CRASH_AFTER;
        }
        if (world.mayFail(faults.resourceCrash())) {
            return world.chance().of(0.5) ? CRASH_BEFORE : CRASH_AFTER;
        }
        if (world.mayFail(faults.call())) {
            return OF_CALLS[world.chance().below(OF_CALLS.length)];
        }
        return NONE;
    }
}
