package dev.assent.remote.service;

import static dev.assent.remote.message.RemoteMessages.MESSAGES;

import dev.assent.remote.Attributes;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.Services;
import dev.assent.remote.transport.ExportedNames;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a node exports by name, and the interfaces that they return.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class Exports {
    private final Map<String, Exported> byName = new ConcurrentHashMap<>();
    private final Map<Class<?>, ExportedType> returned = new ConcurrentHashMap<>();

    /** Whether an object was ever exported, or {@link #together} has returned. */
    private volatile boolean hasExported;

    /** The number of running calls of {@link #together}. */
    private final AtomicInteger underWay = new AtomicInteger();

    /** As {@link Services#export}. */
    <T> void add(String name, Class<T> type, T object, Attributes attributes) {
        if (!ExportedNames.isName(name)) {
            throw new IllegalArgumentException(MESSAGES.exportNameRefused(name));
        }
        ExportedType.check(name, type);
        MethodAttributes.check(attributes, type);
        Exported exported = new Exported(new ExportedType(type, attributes), type.cast(object));
        if (byName.putIfAbsent(name, exported) != null) {
            throw new IllegalArgumentException(MESSAGES.exportNameTaken(name));
        }
        hasExported = true;
    }

    /** As {@link Services#exportTogether}. */
    void together(Runnable exporting) {
        underWay.incrementAndGet();
        try {
            exporting.run();
            hasExported = true;
        } finally {
            underWay.decrementAndGet();
        }
    }

    ExportedNames names() {
        boolean isComplete = hasExported && underWay.get() == 0; // before it reads the names
        return new ExportedNames(List.copyOf(new TreeSet<>(byName.keySet())), isComplete);
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

    /** The called object. */
    Exported require(CallName call) {
        Exported found = byName.get(call.object());
        if (found == null) {
            throw new ServiceRefusedException(MESSAGES.serviceUnknown(call), null);
        }
        return found;
    }

    /** An object that a method has returned, with the declared interface. */
    Exported returned(ExportedMethod method, Object object) {
        Class<?> type = method.method().getReturnType();
        return new Exported(
                returned.computeIfAbsent(type, fresh -> new ExportedType(fresh, Attributes.ANNOTATED)), object);
    }
}
