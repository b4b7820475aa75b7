package dev.assent.resources.assembly;

import static dev.assent.resources.message.ResourceMessages.MESSAGES;

import dev.assent.Setting;
import dev.assent.remote.RemoteSetting;
import dev.assent.remote.transport.TransportProvider;
import dev.assent.remote.transport.TransportProviders;
import dev.assent.resources.pool.Mistakes;
import dev.assent.resources.spi.ResourceType;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The properties file of a node. It collects all mistakes before it fails. A repeated key is one, too, although {@link
 * Properties} keeps only the last value.
 *
 */
public final class NodeFile {
    private static final Pattern RESOURCE_KEY = Pattern.compile("resource\\.([A-Za-z0-9_-]+)\\.(.+)");
    private static final Pattern TRANSPORT_KEY = Pattern.compile("transport\\.([A-Za-z0-9_-]+)\\.(.+)");

    private final Map<String, String> keys = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> resources = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> transports = new LinkedHashMap<>();
    private final List<String> mistakes = new ArrayList<>();

    private NodeFile() {}

    /**
     * Reads a file and checks it.
     *
     * @throws IllegalArgumentException with all its mistakes
     */
    public static NodePlan read(Path path) {
        NodeFile file = new NodeFile();
        file.load(path);
        NodePlan config = file.parse();
        if (!file.mistakes.isEmpty()) {
            throw new IllegalArgumentException(
                    MESSAGES.nodeFileRefused(path, file.mistakes.size(), "\n  " + String.join("\n  ", file.mistakes)));
        }
        return config;
    }

    /**
     * Checks keys that come from code.
     *
     * @throws IllegalArgumentException with all their mistakes
     */
    public static NodePlan parse(Map<String, String> keys) {
        NodeFile file = new NodeFile();
        keys.forEach((key, value) -> file.add(key, value.strip()));
        NodePlan config = file.parse();
        if (!file.mistakes.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n  ", file.mistakes));
        }
        return config;
    }

    private void load(Path path) {
        Properties lines = new Properties() {
            private static final long serialVersionUID = 1L;

            @Override
            public synchronized Object put(Object key, Object value) {
                add((String) key, ((String) value).strip());
                return super.put(key, value);
            }
        };
        try (Reader in = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            lines.load(in);
        } catch (IOException | IllegalArgumentException failed) {
            throw new IllegalArgumentException(MESSAGES.nodeFileNotRead(path, failed), failed);
        }
    }

    private void add(String key, String value) {
        if (keys.putIfAbsent(key, value) != null) {
            mistakes.add(MESSAGES.nodeKeyTwice(key));
        }
    }

    private NodePlan parse() {
        NodePlan config = NodePlan.defaults();
        for (Map.Entry<String, String> each : keys.entrySet()) {
            config = parse(config, each.getKey(), each.getValue());
        }
        for (Map.Entry<String, Map<String, String>> each : resources.entrySet()) {
            config = addResource(config, each.getKey(), each.getValue());
        }
        for (Map.Entry<String, Map<String, String>> each : transports.entrySet()) {
            config = addTransport(config, each.getKey(), each.getValue());
        }
        return config;
    }

    private NodePlan parse(NodePlan config, String key, String value) {
        if (isPart(RESOURCE_KEY.matcher(key), value, resources)
                || isPart(TRANSPORT_KEY.matcher(key), value, transports)) {
            return config;
        }
        for (Setting setting : Setting.values()) {
            if (setting.key().equals(key)) {
                return change(config, before -> before.with(setting, value));
            }
        }
        for (RemoteSetting setting : RemoteSetting.values()) {
            if (setting.key().equals(key)) {
                return change(config, before -> before.with(setting, value));
            }
        }
        String known = Stream.concat(
                        Arrays.stream(Setting.values()).map(Setting::key),
                        Arrays.stream(RemoteSetting.values()).map(RemoteSetting::key))
                .collect(Collectors.joining(", "));
        // without the value: it may be a password under a misspelt key
        mistakes.add(MESSAGES.nodeKeyUnknown(key, meant(key), known));
        return config;
    }

    /** The right form, in this file, of a key of a transport or a resource that the user has read elsewhere. */
    private static String meant(String key) {
        Set<String> meant = new LinkedHashSet<>();
        for (TransportProvider each : TransportProviders.found().all()) {
            Stream.concat(Stream.of(NodePlan.LISTEN), each.keys().stream().map(TransportProvider.Key::key))
                    .filter(known -> key.equals(known) || key.equals(each.scheme() + "-" + known))
                    .forEach(known -> meant.add("'transport.NAME." + known + "'"));
        }
        for (ResourceType each : NodePlan.types().values()) {
            each.keys().stream()
                    .filter(known -> key.equals(known.key()))
                    .forEach(known -> meant.add("'resource.NAME." + known.key() + "'"));
        }
        return meant.isEmpty() ? "" : ", which is written as " + String.join(" or ", meant);
    }

    /** Whether a key belongs to a resource or a transport. Those are made when all their keys are read. */
    private static boolean isPart(Matcher key, String value, Map<String, Map<String, String>> parts) {
        if (!key.matches()) {
            return false;
        }
        parts.computeIfAbsent(key.group(1), name -> new LinkedHashMap<>()).put(key.group(2), value);
        return true;
    }

    private NodePlan addTransport(NodePlan config, String name, Map<String, String> ofTransport) {
        String listen = ofTransport.remove(NodePlan.LISTEN);
        if (listen == null) {
            mistakes.add(MESSAGES.transportListenMissing(name));
            return config;
        }
        return change(config, before -> before.withTransport(name, listen, ofTransport));
    }

    private NodePlan addResource(NodePlan config, String name, Map<String, String> ofResource) {
        String type = ofResource.remove("type");
        if (type == null) {
            mistakes.add(MESSAGES.resourceTypeMissing(name, NodePlan.typeNames()));
            return config;
        }
        return change(config, before -> before.withResource(name, type, ofResource));
    }

    private NodePlan change(NodePlan config, UnaryOperator<NodePlan> change) {
        try {
            return change.apply(config);
        } catch (IllegalArgumentException refused) {
            mistakes.addAll(Mistakes.texts(refused));
            return config;
        }
    }
}
