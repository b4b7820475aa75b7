package dev.assent.resources.node;

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
import java.nio.file.Path;
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
 * The configuration of a node: core's settings, the settings for other nodes, its resources and its transports. Every
 * value is checked. It comes from a properties file, or from code with the same keys.
 *
 * <pre>
 * log-folder = /var/lib/shop/assent-log
 * resource.orders.type = jdbc
 * resource.orders.xa-data-source = org.postgresql.xa.PGXADataSource
 * resource.orders.driver.url = jdbc:postgresql://db1/shop
 * resource.orders.driver.password = ${file:/run/secrets/orders}
 * transport.inside.listen = native://127.0.0.1:7400
 * </pre>
 *
 * <p>A value may be {@code ${env:NAME}} or {@code ${file:PATH}}: an environment variable, or the content of a file.
 * Paths are relative to the working folder. Messages show the placeholder, not its value.
 *
 * <p>Immutable and safe to share. It may hold passwords; {@link #toString} shows none.
 */
public final class NodeConfig {
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

    private NodeConfig(AssentConfig settings, RemoteConfig remote, List<Resource> resources, List<Wire> wires) {
        this.settings = settings;
        this.remote = remote;
        this.resources = resources;
        this.wires = wires;
    }

    /** Every setting has its default; there are no resources and no transports. */
    public static NodeConfig defaults() {
        return new NodeConfig(AssentConfig.defaults(), RemoteConfig.defaults(), List.of(), List.of());
    }

    /**
     * The configuration in a properties file in UTF-8. Resources are opened in the order of the file.
     *
     * @throws IllegalArgumentException when the file can't be read; for an unknown key, a repeated one, or a value that
     *     is not allowed. The message lists all mistakes, each with key, value and the allowed ones, and shows no
     *     secret
     */
    public static NodeConfig read(Path file) {
        return NodeFile.read(file);
    }

    /**
     * The configuration of these keys, as in a properties file.
     *
     * @throws IllegalArgumentException for an unknown key, or a value that is not allowed; the message is as of {@link
     *     #read}
     */
    public static NodeConfig of(Map<String, String> keys) {
        return NodeFile.parse(keys);
    }

    /**
     * A copy with one of core's settings changed.
     *
     * @param value a number or a word, as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public NodeConfig with(Setting setting, Object value) {
        Substitutes substitutes = new Substitutes();
        String text = substitutes.resolve(setting.key(), value.toString());
        return Mistakes.retold(
                substitutes::hiddenIn, () -> new NodeConfig(settings.with(setting, text), remote, resources, wires));
    }

    /**
     * A copy with one of the settings for other nodes changed.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public NodeConfig with(RemoteSetting setting, Object value) {
        Substitutes substitutes = new Substitutes();
        String text = substitutes.resolve(setting.key(), value.toString());
        return Mistakes.retold(
                substitutes::hiddenIn, () -> new NodeConfig(settings, remote.with(setting, text), resources, wires));
    }

    /**
     * A copy with one more resource.
     *
     * @param name keep it as long as branches may be in doubt: recovery finds them by it
     * @param type such as {@code jdbc}
     * @param keys as in a properties file, without {@code resource.NAME.}
     * @throws IllegalArgumentException when the name is taken or not allowed, or the type or a key is
     *     refused: the message names all of them, with their values and the allowed ones
     */
    public NodeConfig withResource(String name, String type, Map<String, String> keys) {
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
        return new NodeConfig(settings, remote, List.copyOf(more), wires);
    }

    /**
     * A copy with one more transport, which joins when the node is opened.
     *
     * @param name for messages only
     * @param listen the address at which others shall reach the node, such as {@code native://127.0.0.1:7400}; only the
     *     scheme and a colon if they shall not
     * @param keys as in a properties file, without {@code transport.NAME.}
     * @throws IllegalArgumentException when the name is taken or not allowed, another transport has the scheme, nothing
     *     on the class path has it, or a key is refused: the message names the mistake, and the allowed values
     */
    public NodeConfig withTransport(String name, String listen, Map<String, String> keys) {
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
        return new NodeConfig(settings, remote, resources, List.copyOf(more));
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
