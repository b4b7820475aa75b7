package dev.assent.remote.service;

import dev.assent.remote.ApplicationFailure;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.Referenced;
import dev.assent.remote.RemoteFailureException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A method of an exported interface, and the meaning of its exceptions.
 *
 * <p>Immutable and safe to share.
 *
 * @param method of the interface
 * @param attribute which transaction it is part of
 * @param returnsReference whether the returned object stays in its process
 */
record ExportedMethod(Method method, CallTransaction attribute, boolean returnsReference) {
    /** A method with an attribute. */
    static ExportedMethod of(Method method, CallTransaction attribute) {
        Class<?> returned = method.getReturnType();
        boolean isReference = returned.isAnnotationPresent(Referenced.class);
        if (isReference) {
            ExportedType.check("what " + method.getName() + " returns", returned);
        }
        return new ExportedMethod(method, attribute, isReference);
    }

    /** Calls it. */
    @Nullable Object invoke(Object target, @Nullable Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getTargetException();
        }
    }

    /**
     * Whether an exception is an answer of the application. The failure of a call that the method made itself is not
     * one, whatever the method declares: the caller would believe that its own call failed and did nothing.
     */
    boolean isApplications(Throwable thrown) {
        if (thrown instanceof RemoteFailureException) {
            return false;
        }
        if (thrown.getClass().isAnnotationPresent(ApplicationFailure.class)) {
            return true;
        }
        boolean isUnchecked = thrown instanceof RuntimeException || thrown instanceof Error;
        for (Class<?> declared : method.getExceptionTypes()) {
            if (declared.isInstance(thrown) && (!isUnchecked || RuntimeException.class.isAssignableFrom(declared))) {
                return true;
            }
        }
        return false;
    }

    /** Whether an application exception rolls the transaction back. */
    static boolean isRollback(Throwable applications) {
        ApplicationFailure declared = applications.getClass().getAnnotation(ApplicationFailure.class);
        return declared != null && declared.rollback();
    }
}
