package dev.assent.resources.node;

import dev.assent.core.AssentConfig;
import dev.assent.core.Setting;
import dev.assent.core.message.Message;
import dev.assent.remote.RemoteConfig;
import dev.assent.remote.RemoteSetting;
import dev.assent.resources.Mistakes;
import dev.assent.resources.Secret;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a node is made of: the settings of core, those of what it has to do with others, and its resources, every value
 * checked, by a properties file or by code with the same keys.
 *
 * <pre>
 * log-folder = /var/lib/shop/assent-log
 * resource.orders.type = jdbc
 * resource.orders.xa-data-source = org.postgresql.xa.PGXADataSource
 * resource.orders.driver.url = jdbc:postgresql://db1/shop
 * resource.orders.driver.password = ${file:/run/secrets/orders}
 * </pre>
 *
 * <p>A value may be {@code ${env:NAME}} or {@code ${file:PATH}}: an environment variable, or the
 * content of a file. Paths are relative to the working folder. Messages show the placeholder, not what it
 * stands for.
 *
 * <p>Immutable and safe to share. It may hold passwords; {@link #toString} shows none.
 */
public final class NodeConfig {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final AssentConfig settings;
    private final RemoteConfig remote;
    private final List<Resource> resources;

    /** One configured resource. */
    record Resource(String name, String type, ResourceType.Opening opening) {}

    private NodeConfig(AssentConfig settings, RemoteConfig remote, List<Resource> resources) {
        this.settings = settings;
        this.remote = remote;
        this.resources = resources;
    }

    /** Every setting has its default, and there is no resource. */
    public static NodeConfig defaults() {
        return new NodeConfig(AssentConfig.defaults(), RemoteConfig.defaults(), List.of());
    }

    /**
     * The configuration in a properties file in UTF-8. Resources are opened in the order in which the
     * file names them.
     *
     * @throws IllegalArgumentException when the file can't be read; for an unknown key, one that is there
     *     twice, or a value that is not allowed. The message has all mistakes, each with key, value and
     *     what is allowed, and no secret
     */
    public static NodeConfig read(Path file) {
        return NodeFile.read(file);
    }

    /**
     * The same with one setting of core changed.
     *
     * @param value a number or a word, as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public NodeConfig with(Setting setting, Object value) {
        Substitutes substitutes = new Substitutes();
        String text = substitutes.resolve(setting.key(), value.toString());
        return Mistakes.retold(
                substitutes::hiddenIn, () -> new NodeConfig(settings.with(setting, text), remote, resources));
    }

    /**
     * The same with one setting changed of what the node has to do with others.
     *
     * @param value a number or a text, as in a properties file
     * @throws IllegalArgumentException when the value is not allowed
     */
    public NodeConfig with(RemoteSetting setting, Object value) {
        Substitutes substitutes = new Substitutes();
        String text = substitutes.resolve(setting.key(), value.toString());
        return Mistakes.retold(
                substitutes::hiddenIn, () -> new NodeConfig(settings, remote.with(setting, text), resources));
    }

    /**
     * The same with one resource more.
     *
     * @param name keep it as long as branches may be in doubt: they are recovered by it
     * @param type such as {@code jdbc}
     * @param keys as in a properties file, without {@code resource.NAME.}
     * @throws IllegalArgumentException when the name is taken or not allowed, or the type or a key is
     *     refused: the message names all of them, with their values and what is allowed
     */
    public NodeConfig withResource(String name, String type, Map<String, String> keys) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(Message.NODE_RESOURCE_NAME_REFUSED.text(name));
        }
        if (resources.stream().anyMatch(each -> each.name().equals(name))) {
            throw new IllegalArgumentException(Message.RESOURCE_NAME_TAKEN.text(name));
        }
        String prefix = "resource." + name + ".";
        ResourceType found = types().get(type);
        if (found == null) {
            throw new IllegalArgumentException(
                    Message.SETTING_REFUSED.text(prefix + "type", Secret.shown(prefix + "type", type), typeNames()));
        }
        Mistakes mistakes = new Mistakes();
        Substitutes substitutes = new Substitutes();
        Map<String, String> resolved = new LinkedHashMap<>();
        keys.forEach((key, value) -> mistakes.check(() -> resolved.put(key, substitutes.resolve(prefix + key, value))));
        Optional<ResourceType.Opening> opening =
                mistakes.make(() -> Mistakes.retold(substitutes::hiddenIn, () -> configure(found, name, resolved)));
        mistakes.tell();
        List<Resource> more = new ArrayList<>(resources);
        more.add(new Resource(name, type, opening.orElseThrow()));
        return new NodeConfig(settings, remote, List.copyOf(more));
    }

    private static ResourceType.Opening configure(ResourceType type, String name, Map<String, String> keys) {
        try {
            return type.configure(name, keys);
        } catch (LinkageError missing) {
            throw new IllegalArgumentException(
                    Message.RESOURCE_LIBRARY_MISSING.text(name, type.name(), missing), missing);
        }
    }

    /** Every type of resource that is on the class path, by name. */
    static Map<String, ResourceType> types() {
        Map<String, ResourceType> types = new TreeMap<>();
        ServiceLoader.load(ResourceType.class).forEach(type -> types.put(type.name(), type));
        return types;
    }

    static String typeNames() {
        return String.join(", ", types().keySet());
    }

    /** The settings of core. */
    public AssentConfig settings() {
        return settings;
    }

    /** The settings of what the node has to do with others. */
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
