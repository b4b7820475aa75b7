package dev.assent.testkit.simulation.planted;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;

/** A bug in one class of Assent. */
interface Planted {
    /** Its place, and the oracles that must find it. */
    Spot spot();

    /** The method of the simulator that runs the worlds which show it. */
    String run();

    /**
     * The place of a bug, and the oracles that must find it.
     *
     * @param type the class, without its first two packages
     * @param method the method that gets the advice; empty when the bug is put in otherwise
     * @param advice the code that is added to the method
     * @param laws the oracles; one of them must find it
     */
    record Spot(String type, String method, Class<?> advice, List<String> laws) {
        /** The name of the class. */
        String typeName() {
            return "dev.assent." + type;
        }
    }

    /** Whether a violation is of a law whose oracle must find it. */
    default boolean isFoundBy(String violation) {
        return spot().laws().stream().anyMatch(law -> violation.startsWith(law + ":"));
    }

    /** Whether the class still has the method that the bug is planted into. */
    default boolean fits(TypeDescription type) {
        return spot().method().isEmpty()
                || !type.getDeclaredMethods().filter(named(spot().method())).isEmpty();
    }

    /** Puts the bug into the class. */
    default DynamicType.Builder<?> plant(DynamicType.Builder<?> builder) {
        return builder.visit(Advice.to(spot().advice()).on(named(spot().method())));
    }
}
