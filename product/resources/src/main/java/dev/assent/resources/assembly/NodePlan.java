package dev.assent.resources.assembly;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.core.message.CoreMessages;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import dev.assent.remote.message.RemoteMessages;
import dev.assent.remote.transport.TransportProvider;
import dev.assent.remote.transport.TransportProviders;
import dev.assent.resources.pool.Mistakes;
import dev.assent.resources.pool.Secret;
import dev.assent.resources.spi.ResourceType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a node is made of: core's settings, the settings for other nodes, its resources and its transports. All values
 * are checked. See {@link dev.assent.resources.node.NodeConfig}.
 *
 * <p>Immutable and safe to share. It may hold passwords; {@link #toString} shows none.
 */
public final class NodePlan {
    /** The key of a transport's listen address. */
    static final String LISTEN = "listen";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final AssentConfig settings;
    private final RemoteConfig remote;
    private final List<Resource> resources;
    private final List<Wire> wires;

    /** One configured resource. */
    record Resource(String name, String type, ResourceType.Opening opening) {}

    /** One configured transport. */
    record Wire(String name, TransportProvider.Opening opening) {}

    private NodePlan(AssentConfig settings, RemoteConfig remote, List<Resource> resources, List<Wire> wires) {
        this.settings = settings;
        this.remote = remote;
        this.resources = resources;
        this.wires = wires;
    }

    /** Every setting has its default; there are no resources and no transports. */
    public static NodePlan defaults() {
        return new NodePlan(AssentConfig.defaults(), RemoteConfig.defaults(), List.of(), List.of());
    }

    /** A copy with one of core's settings changed. */
    public NodePlan with(Setting setting, Object value) {
        Substitutes substitutes = new Substitutes();
        String text = substitutes.resolve(setting.key(), value.toString());
        return Mistakes.retold(
                substitutes::hiddenIn, () -> new NodePlan(settings.with(setting, text), remote, resources, wires));
    }

    /** A copy with one of the settings for other nodes changed. */
    public NodePlan with(RemoteSetting setting, Object value) {
        Substitutes substitutes = new Substitutes();
        String text = substitutes.resolve(setting.key(), value.toString());
        return Mistakes.retold(
                substitutes::hiddenIn, () -> new NodePlan(settings, remote.with(setting, text), resources, wires));
    }

    /** A copy with one more resource. */
    public NodePlan withResource(String name, String type, Map<String, String> keys) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(MESSAGES.nodeResourceNameRefused(name));
        }
        if (resources.stream().anyMatch(each -> each.name().equals(name))) {
            throw new IllegalArgumentException(CoreMessages.MESSAGES.resourceNameTaken(name));
        }
        String prefix = "resource." + name + ".";
        ResourceType found = types().get(type);
        if (found == null) {
            throw new IllegalArgumentException(CoreMessages.MESSAGES.settingRefused(
                    prefix + "type", Secret.shown(prefix + "type", type), typeNames()));
        }
        ResourceType.Opening opening = resolved(prefix, keys, resolved -> configure(found, name, resolved));
        List<Resource> more = new ArrayList<>(resources);
        more.add(new Resource(name, type, opening));
        return new NodePlan(settings, remote, List.copyOf(more), wires);
    }

    /** A copy with one more transport, which joins when the node is opened. */
    public NodePlan withTransport(String name, String listen, Map<String, String> keys) {
        String prefix = "transport." + name + ".";
        if (!NAME.matcher(name).matches()
                || wires.stream().anyMatch(each -> each.name().equals(name))) {
            throw new IllegalArgumentException(MESSAGES.nodeTransportNameRefused(name));
        }
        Substitutes substitutes = new Substitutes();
        String place = substitutes.resolve(prefix + LISTEN, listen);
        TransportProvider.Opening opening = Mistakes.retold(substitutes::hiddenIn, () -> {
            TransportProvider provider = TransportProviders.found().of(place);
            return resolved(prefix, keys, resolved -> provider.configure(name, place, resolved));
        });
        if (wires.stream().anyMatch(each -> each.opening().scheme().equals(opening.scheme()))) {
            throw new IllegalArgumentException(RemoteMessages.MESSAGES.transportTwice(opening.scheme()));
        }
        List<Wire> more = new ArrayList<>(wires);
        more.add(new Wire(name, opening));
        return new NodePlan(settings, remote, resources, List.copyOf(more));
    }

    /** Makes a part from keys whose placeholders are replaced; one exception has all mistakes. */
    private static <T> T resolved(String prefix, Map<String, String> keys, Function<Map<String, String>, T> make) {
        Mistakes mistakes = new Mistakes();
        Substitutes substitutes = new Substitutes();
        Map<String, String> resolved = new LinkedHashMap<>();
        keys.forEach((key, value) -> mistakes.check(() -> resolved.put(key, substitutes.resolve(prefix + key, value))));
        Optional<T> made = mistakes.make(() -> Mistakes.retold(substitutes::hiddenIn, () -> make.apply(resolved)));
        mistakes.tell();
        return made.orElseThrow();
    }

    private static ResourceType.Opening configure(ResourceType type, String name, Map<String, String> keys) {
        try {
            return type.configure(name, keys);
        } catch (LinkageError missing) {
            throw new IllegalArgumentException(MESSAGES.resourceLibraryMissing(name, type.name(), missing), missing);
        }
    }

    /** Every type of resource on the class path, by name. */
    static Map<String, ResourceType> types() {
        Map<String, ResourceType> types = new TreeMap<>();
        for (ResourceType each : ServiceLoader.load(ResourceType.class)) {
            ResourceType other = types.put(each.name(), each);
            if (other != null) {
                throw new IllegalArgumentException(MESSAGES.resourceTypeTwice(
                        each.name(), other.getClass().getName(), each.getClass().getName()));
            }
        }
        return types;
    }

    static String typeNames() {
        return String.join(", ", types().keySet());
    }

    /** Core's settings. */
    public AssentConfig settings() {
        return settings;
    }

    /** The settings for other nodes. */
    public RemoteConfig remote() {
        return remote;
    }

    /** Whether there is any resource. */
    public boolean hasResources() {
        return !resources.isEmpty();
    }

    /** In the order in which they are opened. */
    List<Resource> resources() {
        return resources;
    }

    /** In the order in which they join. */
    List<Wire> wires() {
        return wires;
    }

    /** The resources with their types, for people. */
    @Override
    public String toString() {
        return resources.isEmpty()
                ? "no resources"
                : resources.stream()
                        .map(each -> each.name() + " (" + each.type() + ")")
                        .collect(Collectors.joining(", "));
    }
}
