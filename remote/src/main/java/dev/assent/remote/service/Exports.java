package dev.assent.remote.service;

import dev.assent.core.message.Message;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a node exports by name, and the interfaces that they return.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Exports {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final Map<String, Exported> byName = new ConcurrentHashMap<>();
    private final Map<Class<?>, ExportedType> returned = new ConcurrentHashMap<>();

    /** As {@link Services#export}. */
    <T> void add(String name, Class<T> type, T object, Attributes attributes) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(Message.EXPORT_NAME_REFUSED.text(name));
        }
        ExportedType.check(name, type);
        attributes.check(type);
        Exported exported = new Exported(new ExportedType(type, attributes), type.cast(object));
        if (byName.putIfAbsent(name, exported) != null) {
            throw new IllegalArgumentException(Message.EXPORT_NAME_TAKEN.text(name));
        }
    }

    void remove(String name) {
        byName.remove(name);
    }

    void clear() {
        byName.clear();
    }

    @Nullable Exported find(String name) {
        return byName.get(name);
    }

    /** The object that is called. */
    Exported require(CallName call) {
        Exported found = byName.get(call.object());
        if (found == null) {
            throw new ServiceRefusedException(Message.SERVICE_UNKNOWN.text(call), null);
        }
        return found;
    }

    /** An object that a method has returned, by the interface that it declares. */
    Exported returned(ExportedMethod method, Object object) {
        Class<?> type = method.method().getReturnType();
        return new Exported(
                returned.computeIfAbsent(type, fresh -> new ExportedType(fresh, Attributes.ANNOTATED)), object);
    }
}
