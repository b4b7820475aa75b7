package dev.assent.transport.iiop.service;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContextPackage.InvalidName;

/**
 * Converts names to texts, and back (Naming Service 1.3, section 2.4): '/' separates components, each an id or
 * {@code id.kind}; '\' stands before a '/', '.' or '\' that is part of a component. Pure functions.
 */
final class StringNames {
    private static final int COMPONENTS_MAX = 100;

    private StringNames() {}

    /**
     * Reads a name.
     *
     * @throws InvalidName when it can't be read
     */
    static NameComponent[] parse(String text) throws InvalidName {
        List<NameComponent> name = new ArrayList<>();
        StringBuilder id = new StringBuilder();
        @Nullable StringBuilder kind = null;
        for (int i = 0; i <= text.length(); i++) {
            char each = i == text.length() ? '/' : text.charAt(i);
            if (each == '/') {
                name.add(component(id.toString(), kind));
                id = new StringBuilder();
                kind = null;
            } else if (each == '.') {
                if (kind != null) {
                    throw new InvalidName();
                }
                kind = new StringBuilder();
            } else {
                if (each == '\\') {
                    i++;
                    each = escaped(text, i);
                }
                (kind == null ? id : kind).append(each);
            }
        }
        if (name.size() > COMPONENTS_MAX) {
            throw new InvalidName();
        }
        return name.toArray(NameComponent[]::new);
    }

    private static char escaped(String text, int at) throws InvalidName {
        if (at >= text.length() || "/.\\".indexOf(text.charAt(at)) < 0) {
            throw new InvalidName();
        }
        return text.charAt(at);
    }

    /** A lone '.' stands for an empty id and an empty kind. In any other form an empty part is an error. */
    private static NameComponent component(String id, @Nullable StringBuilder kind) throws InvalidName {
        boolean isEmpty = kind == null ? id.isEmpty() : kind.isEmpty() && !id.isEmpty();
        if (isEmpty) {
            throw new InvalidName();
        }
        return new NameComponent(id, kind == null ? "" : kind.toString());
    }

    /**
     * Writes a name.
     *
     * @throws InvalidName when it has no components
     */
    static String write(NameComponent[] name) throws InvalidName {
        if (name.length == 0) {
            throw new InvalidName();
        }
        List<String> all = new ArrayList<>();
        for (NameComponent each : name) {
            boolean hasKind = !each.kind.isEmpty() || each.id.isEmpty();
            all.add(escaped(each.id) + (hasKind ? "." + escaped(each.kind) : ""));
        }
        return String.join("/", all);
    }

    private static String escaped(String part) {
        return part.replaceAll("[/.\\\\]", "\\\\$0");
    }
}
