package dev.assent.testkit.simulation;

import dev.assent.core.xa.XaCodes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A fault in a call of a resource. */
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
    /** A code ({@link XaRefusals}). */
    CODE;

    private static final Fault[] OF_CALLS = {
        FAIL_BEFORE, FAIL_AFTER, LOSE_CONNECTION, LOSE_CONNECTION, THROW_BEFORE, THROW_AFTER, CODE, CODE, CODE
    };

    private static final Map<String, Integer> CODES =
            XaRefusals.CODES.stream().collect(Collectors.toUnmodifiableMap(XaCodes::name, code -> code));

    private static final Set<String> NAMES =
            Stream.of(true, false).flatMap(isXa -> names(isXa).stream()).collect(Collectors.toUnmodifiableSet());

    /** The names of the faults of a call; for an XA call each code is a fault of its own. */
    static List<String> names(boolean isXa) {
        Stream<String> names = Arrays.stream(values())
                .filter(each -> each != NONE && !(each == CODE && isXa))
                .map(Fault::name);
        Stream<String> codes = isXa ? XaRefusals.CODES.stream().map(XaCodes::name) : Stream.of();
        return Stream.concat(names, codes).toList();
    }

    /**
     * A fault, drawn for one call.
     *
     * @param code the code of the answer, for {@link #CODE}
     */
    record Drawn(Fault fault, int code) {
        private static final Drawn NOTHING = new Drawn(NONE, 0);

        private static Drawn of(Fault fault, World world) {
            return new Drawn(fault, fault == CODE ? world.chance().oneOf(XaRefusals.CODES) : 0);
        }
    }

    /** Draws the fault of a call, by the call's name in {@link Coverage}. */
    static Drawn draw(World world, String call) {
        String aim = world.isQuiet() ? null : world.aims().in(call, NAMES);
        if (aim != null) {
            Integer code = CODES.get(aim);
            return code == null ? Drawn.of(valueOf(aim), world) : new Drawn(CODE, code);
        }
        Profile.Faults faults = world.profile().faults();
        if (!world.isQuiet()
                && faults.resourceCrashCall() != 0
                && faults.resourceCrashCall() == world.resourceCalls()) {
            return Drawn.of(world.chance().of(0.5) ? CRASH_BEFORE : CRASH_AFTER, world);
        }
        if (world.mayFail(faults.resourceCrash())) {
            return Drawn.of(world.chance().of(0.5) ? CRASH_BEFORE : CRASH_AFTER, world);
        }
        return world.mayFail(faults.call())
                ? Drawn.of(OF_CALLS[world.chance().below(OF_CALLS.length)], world)
                : Drawn.NOTHING;
    }
}
