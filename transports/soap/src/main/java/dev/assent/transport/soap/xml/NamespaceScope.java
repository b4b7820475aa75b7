package dev.assent.transport.soap.xml;

import java.util.HashMap;
import java.util.Map;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * What prefixes mean in an element: what it declares, and else what they mean around it. To look one up takes as long as
 * elements are inside of each other, however many prefixes each declares. Immutable.
 *
 * @param outer of the element around it; null for none
 */
record NamespaceScope(@Nullable NamespaceScope outer, Map<String, String> declared) {
    /** Around the root. */
    static final NamespaceScope NONE = new NamespaceScope(null, Map.of());

    /** That of the element that has begun, inside of this one. */
    NamespaceScope of(XMLStreamReader in) {
        if (in.getNamespaceCount() == 0) {
            return this;
        }
        Map<String, String> fresh = new HashMap<>();
        for (int i = 0; i < in.getNamespaceCount(); i++) {
            String prefix = in.getNamespacePrefix(i);
            String namespace = in.getNamespaceURI(i);
            if (prefix != null && namespace != null) { // else it is the default one, which no name in a text has
                fresh.put(prefix, namespace);
            }
        }
        return new NamespaceScope(this, fresh);
    }

    /** What a prefix means; null when that is nothing. */
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
