package dev.assent.core.xa;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.core.local.LocalResource;
import dev.assent.spi.RecoverableResource;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Pattern;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The resources of a node by name: those with XA, and those without that may be a last resource.
 *
 * <p>Thread safety: safe to share.
 */
public final class XaResources {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final Map<String, RecoverableResource> byName = new ConcurrentSkipListMap<>();
    private final Map<String, LocalResource> localByName = new ConcurrentSkipListMap<>();
    private final XaOwners owners = new XaOwners();
    private final boolean acceptsUnregistered;

    /**
     * Without resources yet.
     *
     * @param acceptsUnregistered whether XAResources of unregistered resources may take part, although recovery
     *     can't finish them
     */
    public XaResources(boolean acceptsUnregistered) {
        this.acceptsUnregistered = acceptsUnregistered;
    }

    /**
     * Adds a resource.
     *
     * @throws IllegalArgumentException if the name is taken or not allowed
     */
    public synchronized void register(RecoverableResource resource) {
        checkName(resource.name());
        byName.put(resource.name(), resource);
        owners.registered(resource.name());
    }

    /**
     * Adds a resource without XA.
     *
     * @throws IllegalArgumentException if the name is taken or not allowed
     */
    public synchronized void register(LocalResource resource) {
        checkName(resource.name());
        localByName.put(resource.name(), resource);
    }

    /** Whether a resource may have this name. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    private void checkName(String name) {
        if (!isName(name) || isUnregistered(name)) {
            throw new IllegalArgumentException(MESSAGES.resourceNameRefused(name));
        }
        if (byName.containsKey(name) || localByName.containsKey(name)) {
            throw new IllegalArgumentException(MESSAGES.resourceNameTaken(name));
        }
    }

    /**
     * Removes a resource; its branches stay in doubt until one is registered under its name again. Ignored if it is not
     * registered, or another one has the name.
     */
    public void unregister(RecoverableResource resource) {
        byName.remove(resource.name(), resource);
    }

    /** As {@link #unregister(RecoverableResource)}. */
    public void unregister(LocalResource resource) {
        localByName.remove(resource.name(), resource);
    }

    /** The resource without XA, or null. */
    public @Nullable LocalResource findLocal(String name) {
        return localByName.get(name);
    }

    /** All resources without XA, by name. */
    public Collection<LocalResource> allLocal() {
        return localByName.values();
    }

    /** The names of resources without XA, for people. */
    public String localNames() {
        return localByName.isEmpty() ? "none" : String.join(", ", localByName.keySet());
    }

    /** The resource, or null. */
    public @Nullable RecoverableResource find(String name) {
        return byName.get(name);
    }

    /**
     * The resource that an XAResource belongs to: by the name that it knows, otherwise by {@code isSameRM}, for which one
     * resource after the other is connected, those that are away last. If unregistered resources are accepted, a
     * stand-in for it.
     *
     * @throws IllegalArgumentException if there is none; the message says how to register it
     */
    public RecoverableResource ownerOf(XAResource resource) {
        if (resource instanceof NamedXaResource named) {
            RecoverableResource found = find(named.resourceName());
            if (found == null) {
                throw new IllegalArgumentException(MESSAGES.resourceUnknown(named.resourceName(), names()));
            }
            return found;
        }
        XaOwners.Found found = owners.find(resource, all());
        if (found.owner() != null) {
            return found.owner();
        }
        if (!acceptsUnregistered) {
            throw new IllegalArgumentException(MESSAGES.resourceUnnamed(resource, names(), found.failures()));
        }
        return UnregisteredResource.of(resource);
    }

    /** Recovery has asked a resource, and has reached it or not: {@link #ownerOf} asks one that is away last. */
    public void asked(String name, boolean isReached) {
        owners.asked(name, isReached);
    }

    /** All of them, by name. */
    public Collection<RecoverableResource> all() {
        return byName.values();
    }

    /** Their names, for people. */
    public String names() {
        return byName.isEmpty() ? "none" : String.join(", ", byName.keySet());
    }

    /** Whether a name is of an XAResource that was accepted though it belongs to no resource. */
    public static boolean isUnregistered(String name) {
        return name.startsWith(UnregisteredResource.PREFIX);
    }
}
