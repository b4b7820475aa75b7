package dev.assent.remote.service;

import java.lang.reflect.Method;

/** What callers tell of their references; called like an exported object, of a name that no such object has. */
interface Leases {
    /** The name. */
    String NAME = References.MARK;

    /** Lets the object of a reference go. */
    void release(String object);

    /** Keeps it for the time of another lease. */
    void renew(String object);

    /** A method of these. */
    static Method method(String name) {
        try {
            return Leases.class.getMethod(name, String.class);
        } catch (NoSuchMethodException absent) {
            throw new IllegalArgumentException(absent);
        }
    }
}
