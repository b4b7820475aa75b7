package dev.assent.transport.soap.xml;

import java.util.HashMap;
import java.util.Map;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * The namespaces of prefixes in an element: those that it declares, and those of the elements around it. The time to
 * look one up depends on the depth of nesting only, not on the number of prefixes. Immutable.
 *
 * @param outer the scope of the element around it; null for none
 */
record NamespaceScope(@Nullable NamespaceScope outer, Map<String, String> declared) {
    /** The scope around the root. */
    static final NamespaceScope NONE = new NamespaceScope(null, Map.of());

    /** The scope of the element that has begun, inside this one. */
    NamespaceScope of(XMLStreamReader in) {
        if (in.getNamespaceCount() == 0) {
            return this;
        }
        Map<String, String> fresh = new HashMap<>();
        for (int i = 0; i < in.getNamespaceCount(); i++) {
            String prefix = in.getNamespacePrefix(i);
            String namespace = in.getNamespaceURI(i);
            if (prefix != null && namespace != null) { // names in text don't use the default namespace
                fresh.put(prefix, namespace);
            }
        }
        return new NamespaceScope(this, fresh);
    }

    /** The namespace of a prefix; null if it has none. */
    @Nullable String find(String prefix) {
        for (NamespaceScope each = this; each != null; each = each.outer) {
            String namespace = each.declared.get(prefix);
            if (namespace != null) {
                return namespace;
            }
        }
        return null;
    }
}
