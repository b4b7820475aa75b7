package dev.assent.transport.iiop.service;

import dev.assent.remote.message.Reference;
import dev.assent.remote.service.Remote;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA_2_3.portable.InputStream;
import org.omg.CORBA_2_3.portable.OutputStream;

/**
 * A method, and how its arguments and its result are carried.
 *
 * <p>Immutable and safe to share.
 */
final class Operation {
    private final String name;
    private final Method method;
    private final List<ValueKind> parameters = new ArrayList<>();
    private final @Nullable ValueKind result;
    private final int bytesMax;

    /**
     * Prepares a method.
     *
     * @param name what it is called in requests
     * @param bytesMax how large its arguments may be, and its result
     * @throws ValueException when it has a type that is not carried
     */
    Operation(String name, Method method, int bytesMax) throws ValueException {
        this.name = name;
        this.method = method;
        this.bytesMax = bytesMax;
        for (Class<?> each : method.getParameterTypes()) {
            parameters.add(ValueKind.of(each, method));
        }
        result = returnsReference() ? null : ValueKind.of(method.getReturnType(), method);
    }

    String name() {
        return name;
    }

    Method method() {
        return method;
    }

    /** Whether it returns an object that stays where it is. */
    boolean returnsReference() {
        return method.getReturnType().isAnnotationPresent(Remote.class);
    }

    /** Refuses arguments that are too large, before anything is sent. */
    void check(@Nullable Object[] arguments) throws ValueException {
        long bytes = 0;
        for (int i = 0; i < arguments.length; i++) {
            bytes += parameters.get(i).bytes(arguments[i]);
        }
        checkSize(bytes);
    }

    private void checkSize(long bytes) throws ValueException {
        if (bytes > bytesMax) {
            throw new ValueException(method, bytes + " bytes are not allowed; " + bytesMax + " at most are");
        }
    }

    void writeArguments(OutputStream out, @Nullable Object[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            parameters.get(i).write(out, arguments[i]);
        }
    }

    @Nullable Object[] readArguments(InputStream in) {
        @Nullable Object[] arguments = new Object[parameters.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = parameters.get(i).read(in, bytesMax);
        }
        return arguments;
    }

    /** Refuses a result that is too large. */
    void checkResult(@Nullable Object value) throws ValueException {
        if (result != null) {
            checkSize(result.bytes(value));
        }
    }

    /** Writes a result; of an object that stays here, its name. */
    void writeResult(OutputStream out, @Nullable Object value) {
        if (result == null) {
            ValueKind.STRING.write(out, value == null ? null : ((Reference) value).object());
        } else {
            result.write(out, value);
        }
    }

    @Nullable Object readResult(InputStream in) {
        if (result != null) {
            return result.read(in, bytesMax);
        }
        Object object = ValueKind.STRING.read(in, bytesMax);
        return object == null
                ? null
                : new Reference((String) object, method.getReturnType().getName());
    }
}
