package dev.assent.transport.iiop.service;

import dev.assent.remote.Referenced;
import dev.assent.transport.iiop.value.Form;
import dev.assent.transport.iiop.value.Forms;
import dev.assent.transport.iiop.value.RepositoryIds;
import dev.assent.transport.iiop.value.ValueException;
import dev.assent.transport.iiop.value.ValueIn;
import dev.assent.transport.iiop.value.ValueLimits;
import dev.assent.transport.iiop.value.ValueOut;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.MARSHAL;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.portable.InputStream;

/**
 * A method, and how calls carry its arguments, its result and its exceptions.
 *
 * <p>Immutable and safe to share.
 */
final class Operation {
    private final String name;
    private final Method method;
    private final ValueLimits limits;
    private final List<Form> parameters = new ArrayList<>();
    private final Form result;

    /** The declared exceptions that are carried as values, by their classes. */
    private final Map<Class<?>, Form> exceptions = new LinkedHashMap<>();

    /**
     * Prepares a method.
     *
     * @param name its name in requests
     * @param limits of its arguments, and of its result
     * @throws UncarriedException when one of its types can't be carried
     */
    Operation(String name, Method method, ValueLimits limits) throws UncarriedException {
        this.name = name;
        this.method = method;
        this.limits = limits;
        Forms forms = new Forms();
        try {
            for (Type each : method.getGenericParameterTypes()) {
                parameters.add(forms.of(each));
            }
            result = forms.of(returnsReference() ? method.getReturnType() : method.getGenericReturnType());
        } catch (ValueException refused) {
            throw UncarriedException.undone(method, refused);
        }
        for (Class<?> each : method.getExceptionTypes()) {
            addException(each);
        }
    }

    /** An exception that can't be carried as a value is sent as text, to Assent callers. */
    private void addException(Class<?> type) {
        try {
            exceptions.put(type, new Forms().of(type));
        } catch (ValueException uncarried) {
            exceptions.remove(type);
        }
    }

    String name() {
        return name;
    }

    Method method() {
        return method;
    }

    /** Whether it returns an object that stays in its process, so that the result is a reference. */
    boolean returnsReference() {
        return method.getReturnType().isAnnotationPresent(Referenced.class);
    }

    /** The body of a request. */
    byte[] arguments(@Nullable Object[] arguments) throws UncarriedException {
        ValueOut out = new ValueOut(limits);
        try {
            for (int i = 0; i < arguments.length; i++) {
                parameters.get(i).write(out, arguments[i]);
            }
        } catch (ValueException | RuntimeException | StackOverflowError | LinkageError refused) {
            throw UncarriedException.undone(method, refused);
        }
        return out.toByteArray();
    }

    @Nullable Object[] readArguments(InputStream in) {
        ValueIn values = new ValueIn(in, limits);
        @Nullable Object[] arguments = new Object[parameters.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = read(parameters.get(i), values);
        }
        return arguments;
    }

    private @Nullable Object read(Form form, ValueIn values) {
        try {
            return form.read(values);
        } catch (SystemException refused) {
            throw refused;
        } catch (RuntimeException | StackOverflowError | LinkageError broken) { // thrown by equals or hashCode in a set
            String why = "a value of " + method + " can't be made: " + ValueException.thrown(broken);
            throw new MARSHAL(why, 0, CompletionStatus.COMPLETED_NO);
        }
    }

    /** The body of a reply. */
    byte[] result(@Nullable Object value) throws UncarriedException {
        ValueOut out = new ValueOut(limits);
        try {
            result.write(out, value);
        } catch (ValueException | RuntimeException | StackOverflowError | LinkageError refused) {
            throw UncarriedException.done(method, refused);
        }
        return out.toByteArray();
    }

    @Nullable Object readResult(InputStream in) {
        return read(result, new ValueIn(in, limits));
    }

    // ---- exceptions

    /** The body of a reply with an exception: its id and its value; null when it can't be carried as a value. */
    byte @Nullable [] exception(Throwable thrown) {
        Form form = exceptions.get(thrown.getClass());
        if (form == null) {
            return null;
        }
        ValueOut out = new ValueOut(limits);
        try {
            out.putString(RepositoryIds.ofException(thrown.getClass()));
            form.write(out, thrown);
            return out.toByteArray();
        } catch (ValueException | RuntimeException | StackOverflowError | LinkageError refused) {
            return null;
        }
    }

    /** The exception in a reply; null when the method does not declare it. Throws MARSHAL when it can't be read. */
    @Nullable Throwable readException(InputStream in) {
        ValueIn values = new ValueIn(in, limits);
        String id = values.takeString();
        for (Map.Entry<Class<?>, Form> each : exceptions.entrySet()) {
            if (RepositoryIds.ofException(each.getKey()).equals(id)) {
                return (Throwable) read(each.getValue(), values);
            }
        }
        return null;
    }
}
