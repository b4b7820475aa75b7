package dev.assent.transport.iiop.value;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Makes objects of Serializable classes as deserialization does: only the constructor of the nearest class above that
 * is not Serializable runs. For this Java has no public way but ObjectInputStream, and one that every JDK keeps for
 * libraries like this (jdk.unsupported, JEP 260). Pure functions.
 */
final class Instances {
    private Instances() {}

    /**
     * A constructor for objects of a class.
     *
     * @throws ValueException when this JDK can't make one
     */
    static Constructor<?> maker(Class<?> type) throws ValueException {
        try {
            Class<?> factories = Class.forName("sun.reflect.ReflectionFactory");
            Object factory = factories.getMethod("getReflectionFactory").invoke(null);
            Method makers = factories.getMethod("newConstructorForSerialization", Class.class);
            Constructor<?> found = (Constructor<?>) makers.invoke(factory, type);
            if (found == null) {
                throw new ValueException("class " + type.getName() + " extends one that is not Serializable and has no"
                        + " constructor without parameters; such a constructor is needed");
            }
            return found;
        } catch (InvocationTargetException failed) {
            throw new ValueException("class " + type.getName() + " can't be made: " + failed.getTargetException());
        } catch (ReflectiveOperationException absent) {
            throw new ValueException("class " + type.getName() + " can't be made by this JDK: " + absent);
        }
    }

    /** Makes an object. */
    static Object make(Constructor<?> maker) {
        try {
            return maker.newInstance();
        } catch (ReflectiveOperationException failed) {
            throw ValueIn.refused("a value can't be made: " + failed);
        }
    }
}
