package dev.assent.remote.service;

import java.lang.reflect.Method;

/**
 * Releases and renews callers' references. It is called like an exported object, with a name that no object can have.
 */
interface Leases {
    /** The name. */
    String NAME = References.MARK;

    /** Releases a reference. */
    void release(String object);

    /** Starts the lease of a reference again. */
    void renew(String object);

    /** The method of this name. */
    static Method method(String name) {
        try {
            return Leases.class.getMethod(name, String.class);
        } catch (NoSuchMethodException absent) {
            throw new IllegalArgumentException(absent);
        }
    }
}
