package dev.assent.core.xa;

import dev.assent.core.message.Message;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The resources of a node by name.
 *
 * <p>Thread safety: safe to share.
 */
public final class XaResources {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final Map<String, RecoverableResource> byName = new ConcurrentSkipListMap<>();

    /**
     * Adds a resource.
     *
     * @throws IllegalArgumentException when the name is taken or not allowed
     */
    public void register(RecoverableResource resource) {
        String name = resource.name();
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(Message.RESOURCE_NAME_REFUSED.text(name));
        }
        if (byName.putIfAbsent(name, resource) != null) {
            throw new IllegalArgumentException(Message.RESOURCE_NAME_TAKEN.text(name));
        }
    }

    /**
     * Takes a resource out; its branches stay in doubt until one is registered under its name again.
     * Ignored when it is not registered, or another one is.
     */
    public void unregister(RecoverableResource resource) {
        byName.remove(resource.name(), resource);
    }

    /** The resource, or null. */
    public @Nullable RecoverableResource find(String name) {
        return byName.get(name);
    }

    /** All of them, by name. */
    public Collection<RecoverableResource> all() {
        return byName.values();
    }

    /** Their names, for people. */
    public String names() {
        return byName.isEmpty() ? "none" : String.join(", ", byName.keySet());
    }
}
