package dev.assent.remote.service;

import dev.assent.remote.ApplicationFailure;
import dev.assent.remote.CallLostException;
import dev.assent.remote.CallUnsentException;
import dev.assent.remote.ReferenceGoneException;
import dev.assent.remote.RemoteFailureException;
import dev.assent.remote.ServiceRefusedException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of an exception that callers in other processes may see: its message, and the class of an application
 * exception, which the method declares or which is an {@link ApplicationFailure}. Neither its stack nor its causes
 * leave the process. Immutable.
 *
 * @param kind the kind of exception
 * @param classes the class of an application exception and its superclasses, since a caller that does not know the
 *     class may know one of these; empty for any other exception
 * @param message the message of an application exception; null if it has none, and for any other exception
 * @param text the text to show if the caller can't make the exception again
 */
public record FarFailure(
        Kind kind, List<String> classes, @Nullable String message, String text) {
    /** How many classes of an exception are sent at most. */
    public static final int CLASSES_MAX = 16;

    private static final int TEXT_CHARS_MAX = 8_000;
    private static final int CLASS_CHARS_MAX = 512;

    /** What an exception is to its caller. */
    public enum Kind {
        /** An exception that is neither Assent's nor the application's. */
        OTHER,
        /** {@link RemoteFailureException}, not a subclass. */
        REMOTE_FAILURE,
        /** {@link ServiceRefusedException}. */
        REFUSED,
        /** {@link ReferenceGoneException}. */
        REFERENCE_GONE,
        /** {@link CallLostException}. */
        LOST,
        /** {@link CallUnsentException}. */
        UNSENT,
        /** An application exception. */
        APPLICATIONS
    }

    /** Stands for an exception of another process whose class is not known here; it has its text. */
    private static final class FarException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        FarException(String text) {
            super(text);
        }

        @Override
        public String toString() {
            return String.valueOf(getMessage());
        }
    }

    /** Copies the classes. */
    public FarFailure {
        classes = List.copyOf(classes);
    }

    // ---- at the called process

    /** The part of an exception that callers may see. */
    public static FarFailure of(Throwable failure, boolean isApplications) {
        Kind kind = kind(failure, isApplications);
        boolean isShown = kind == Kind.OTHER || kind == Kind.APPLICATIONS;
        try {
            String text = cut(isShown ? failure.toString() : failure.getMessage());
            if (kind != Kind.APPLICATIONS) {
                return new FarFailure(kind, List.of(), null, text);
            }
            String message = failure.getMessage();
            return new FarFailure(kind, classes(failure.getClass()), message == null ? null : cut(message), text);
        } catch (Throwable speechless) { // thrown by the exception's own code
            return new FarFailure(
                    Kind.OTHER, List.of(), null, failure.getClass().getName());
        }
    }

    private static Kind kind(Throwable failure, boolean isApplications) {
        if (isApplications) {
            return Kind.APPLICATIONS;
        }
        if (!(failure instanceof RemoteFailureException)) {
            return Kind.OTHER;
        }
        if (failure instanceof ServiceRefusedException) {
            return Kind.REFUSED;
        }
        if (failure instanceof ReferenceGoneException) {
            return Kind.REFERENCE_GONE;
        }
        if (failure instanceof CallLostException) {
            return Kind.LOST;
        }
        return failure instanceof CallUnsentException ? Kind.UNSENT : Kind.REMOTE_FAILURE;
    }

    private static List<String> classes(Class<?> type) {
        List<String> names = new ArrayList<>();
        for (Class<?> each = type; each != null && each != Throwable.class; each = each.getSuperclass()) {
            if (names.size() < CLASSES_MAX && each.getName().length() <= CLASS_CHARS_MAX) {
                names.add(each.getName());
            }
        }
        return names;
    }

    private static String cut(@Nullable String text) {
        String some = String.valueOf(text);
        return some.length() > TEXT_CHARS_MAX ? some.substring(0, TEXT_CHARS_MAX) : some;
    }

    // ---- at the caller

    /** The exception for the caller, and whether it is an application exception that the caller knows. */
    public record Thrown(Throwable failure, boolean isApplications) {}

    /** The exception that the caller of a method gets. */
    public Thrown thrown(Method method) {
        for (String each : classes) {
            Throwable made = make(each, message, method);
            if (made != null) {
                return new Thrown(made, true);
            }
        }
        return new Thrown(
                switch (kind) {
                    case OTHER, APPLICATIONS -> new FarException(text);
                    case REMOTE_FAILURE -> new RemoteFailureException(text, null);
                    case REFUSED -> new ServiceRefusedException(text, null);
                    case REFERENCE_GONE -> new ReferenceGoneException(text);
                    case LOST -> new CallLostException(text, null);
                    case UNSENT -> new CallUnsentException(text, null);
                },
                false);
    }

    /** An exception of a class that the interface allows its methods to throw; null for any other class. */
    private static @Nullable Throwable make(String name, @Nullable String message, Method method) {
        Class<?> type = find(name, method);
        if (type == null) {
            return null;
        }
        try {
            return construct(type, message);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError notMade) {
            return null; // the caller gets a FarException
        }
    }

    private static @Nullable Class<?> find(String name, Method method) {
        for (Class<?> declared : method.getExceptionTypes()) {
            if (declared.getName().equals(name)) {
                return declared;
            }
        }
        try {
            Class<?> named =
                    Class.forName(name, false, method.getDeclaringClass().getClassLoader());
            return Throwable.class.isAssignableFrom(named) && mayBeThrown(named, method) ? named : null;
        } catch (ClassNotFoundException | LinkageError notHere) {
            return null;
        }
    }

    /** Whether it has the annotation, or the method declares a superclass of it that is not of the JDK. */
    private static boolean mayBeThrown(Class<?> named, Method method) {
        if (named.isAnnotationPresent(ApplicationFailure.class)) {
            return true;
        }
        for (Class<?> declared : method.getExceptionTypes()) {
            if (declared.isAssignableFrom(named) && !declared.getName().startsWith("java.")) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Throwable construct(Class<?> type, @Nullable String message)
            throws ReflectiveOperationException {
        for (Constructor<?> each : type.getDeclaredConstructors()) {
            if (each.getParameterCount() == 1 && each.getParameterTypes()[0] == String.class) {
                each.setAccessible(true);
                return (Throwable) each.newInstance(message);
            }
        }
        if (message != null) {
            return null;
        }
        Constructor<?> bare = type.getDeclaredConstructor();
        bare.setAccessible(true);
        return (Throwable) bare.newInstance();
    }
}
