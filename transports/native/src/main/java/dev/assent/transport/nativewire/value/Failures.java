package dev.assent.transport.nativewire.value;

import dev.assent.remote.service.ApplicationException;
import dev.assent.remote.service.CallLostException;
import dev.assent.remote.service.CallUnsentException;
import dev.assent.remote.service.ReferenceGoneException;
import dev.assent.remote.service.RemoteFailureException;
import dev.assent.remote.service.ServiceRefusedException;
import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireIn;
import dev.assent.transport.nativewire.wire.WireOut;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions, as far as callers may see them: their message, and of an application's its class, when the method declares
 * it, or it is an {@link ApplicationException}. Neither their stack nor their causes leave the process.
 */
final class Failures {
    private static final int OTHER = 0;
    private static final int REMOTE_FAILURE = 1;
    private static final int REFUSED = 2;
    private static final int REFERENCE_GONE = 3;
    private static final int LOST = 4;
    private static final int UNSENT = 5;
    private static final int APPLICATIONS = 6;

    private static final int TEXT_CHARS_MAX = 8_000;
    private static final int CLASSES_MAX = 16;
    private static final int CLASS_CHARS_MAX = 512;

    private Failures() {}

    /** An exception of another process, which is not known here; it says what that one's said. */
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

    // ---- written

    static void write(WireOut out, Throwable failure, boolean isApplications) {
        int kind = kind(failure, isApplications);
        out.putByte(kind);
        if (kind == APPLICATIONS) {
            writeClasses(out, failure.getClass());
            String message = failure.getMessage();
            out.putByte(message == null ? 0 : 1);
            if (message != null) {
                out.putString(cut(message));
            }
        }
        out.putString(cut(kind == OTHER || kind == APPLICATIONS ? failure.toString() : failure.getMessage()));
    }

    private static int kind(Throwable failure, boolean isApplications) {
        if (isApplications) {
            return APPLICATIONS;
        }
        if (!(failure instanceof RemoteFailureException)) {
            return OTHER;
        }
        if (failure instanceof ServiceRefusedException) {
            return REFUSED;
        }
        if (failure instanceof ReferenceGoneException) {
            return REFERENCE_GONE;
        }
        if (failure instanceof CallLostException) {
            return LOST;
        }
        return failure instanceof CallUnsentException ? UNSENT : REMOTE_FAILURE;
    }

    /** Of the exception itself and what it extends, so that a caller that does not know it may know those. */
    private static void writeClasses(WireOut out, Class<?> type) {
        List<String> names = new ArrayList<>();
        for (Class<?> each = type; each != null && each != Throwable.class; each = each.getSuperclass()) {
            if (names.size() < CLASSES_MAX && each.getName().length() <= CLASS_CHARS_MAX) {
                names.add(each.getName());
            }
        }
        out.putByte(names.size());
        names.forEach(out::putString);
    }

    private static String cut(@Nullable String text) {
        String some = String.valueOf(text);
        return some.length() > TEXT_CHARS_MAX ? some.substring(0, TEXT_CHARS_MAX) : some;
    }

    // ---- read

    /** What was thrown, and whether it is the application's as the caller knows it. */
    record Read(Throwable failure, boolean isApplications) {}

    static Read read(WireIn in, Method method) throws WireException {
        int kind = in.takeByte("the kind of a failure");
        if (kind != APPLICATIONS) {
            String text = in.takeString("the failure");
            in.end("the failure");
            return new Read(read(kind, text), false);
        }
        int count = in.takeByte("the number of classes");
        if (count > CLASSES_MAX) {
            throw new WireException(
                    count + " classes of an exception are not allowed; at most " + CLASSES_MAX + " are");
        }
        List<String> classes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            classes.add(in.takeString("the class of an exception"));
        }
        String message = in.takeBoolean("whether there is a message") ? in.takeString("the message") : null;
        String text = in.takeString("the failure");
        in.end("the failure");
        for (String each : classes) {
            Throwable made = make(each, message, method);
            if (made != null) {
                return new Read(made, true);
            }
        }
        return new Read(new FarException(text), false);
    }

    private static Throwable read(int kind, String text) throws WireException {
        return switch (kind) {
            case OTHER -> new FarException(text);
            case REMOTE_FAILURE -> new RemoteFailureException(text, null);
            case REFUSED -> new ServiceRefusedException(text, null);
            case REFERENCE_GONE -> new ReferenceGoneException(text);
            case LOST -> new CallLostException(text, null);
            case UNSENT -> new CallUnsentException(text, null);
            default -> throw new WireException("failure kind " + kind + " is not allowed; 0 to 6 are");
        };
    }

    /** An exception of a class that the interface lets its methods throw; null for any other. */
    private static @Nullable Throwable make(String name, @Nullable String message, Method method) {
        Class<?> type = find(name, method);
        if (type == null) {
            return null;
        }
        try {
            return construct(type, message);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError notMade) {
            return null; // it arrives as one that is not known here
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

    /** By its annotation, or as one of a kind that the method declares and the application has made. */
    private static boolean mayBeThrown(Class<?> named, Method method) {
        if (named.isAnnotationPresent(ApplicationException.class)) {
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
