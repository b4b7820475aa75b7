package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.remote.Attributes;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.Transacted;
import java.lang.reflect.Method;
import java.util.TreeSet;

/** Finds the transaction attribute of a method, in the order that {@link Attributes} says. */
final class MethodAttributes {
    private MethodAttributes() {}

    /**
     * Checks that the interface has a method for each name.
     *
     * @throws IllegalArgumentException if it has none for a name
     */
    static void check(Attributes given, Class<?> type) {
        TreeSet<String> names = new TreeSet<>();
        for (Method each : type.getMethods()) {
            names.add(each.getName());
        }
        for (String each : given.byMethod().keySet()) {
            if (!names.contains(each)) {
                throw new IllegalArgumentException(MESSAGES.attributeOfNothing(each, type.getName(), names));
            }
        }
    }

    /** The attribute of a method of an exported interface. */
    static CallTransaction of(Attributes given, Class<?> type, Method method) {
        CallTransaction coded = given.byMethod().get(method.getName());
        if (coded != null) {
            return coded;
        }
        Transacted own = method.getAnnotation(Transacted.class);
        if (own != null) {
            return own.value();
        }
        CallTransaction ofAll = given.ofAll();
        if (ofAll != null) {
            return ofAll;
        }
        Transacted declaring = method.getDeclaringClass().getAnnotation(Transacted.class);
        Transacted exported = declaring != null ? declaring : type.getAnnotation(Transacted.class);
        return exported != null ? exported.value() : CallTransaction.REQUIRED;
    }
}
