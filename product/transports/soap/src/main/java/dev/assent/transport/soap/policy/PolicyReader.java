package dev.assent.transport.soap.policy;

import dev.assent.transport.soap.xml.Element;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * Reads the policies of one document, in which they may refer to each other (WS-Policy 1.5 Framework, section 4;
 * Attachment, section 3).
 *
 * <p>Not thread-safe.
 */
final class PolicyReader {
    /** How deep references may nest, so that no document overflows the stack; deeper ones count as silent. */
    private static final int REFERENCES_MAX = 50;

    private final Map<String, Element> byId = new HashMap<>();

    /** The policies read so far, each read only once; one that refers to itself counts as silent there. */
    private final Map<String, Alternatives> known = new HashMap<>();

    private int references;

    PolicyReader(Element document) {
        collect(document);
    }

    private void collect(Element element) {
        if (PolicyNames.is(element.name(), "Policy")) {
            element.attribute(PolicyNames.ID)
                    .or(() -> element.attribute(PolicyNames.XML_ID))
                    .ifPresent(id -> byId.putIfAbsent(id, element));
        }
        element.children().forEach(this::collect);
    }

    /** All policies attached to an element of WSDL, combined. */
    Alternatives attached(Element subject) {
        Alternatives all = Alternatives.SILENT;
        for (Element each : subject.children()) {
            if (PolicyNames.is(each.name(), "Policy") || PolicyNames.is(each.name(), "PolicyReference")) {
                all = all.and(read(each));
            }
        }
        for (Map.Entry<QName, String> each : subject.attributes().entrySet()) {
            if (PolicyNames.is(each.getKey(), "PolicyURIs")) {
                for (String uri : each.getValue().strip().split("\\s+")) {
                    all = all.and(referred(uri));
                }
            }
        }
        return all;
    }

    private Alternatives read(Element element) {
        QName name = element.name();
        Alternatives read;
        if (PolicyNames.is(name, "Policy") || PolicyNames.is(name, "All")) {
            read = Alternatives.SILENT;
            for (Element each : element.children()) {
                read = read.and(read(each));
            }
        } else if (PolicyNames.is(name, "ExactlyOne")) {
            read = Alternatives.NONE;
            for (Element each : element.children()) {
                read = read.or(read(each));
            }
        } else if (PolicyNames.is(name, "PolicyReference")) {
            read = referred(element.attribute(new QName("URI")).orElse(""));
        } else {
            read = element.is(PolicyNames.ASSERTION) ? Alternatives.ASSERTED : Alternatives.SILENT;
        }
        return isOptional(element) ? read.or(Alternatives.SILENT) : read;
    }

    /** The policy of a reference; one in another document counts as silent. */
    private Alternatives referred(String uri) {
        String id = uri.startsWith("#") ? uri.substring(1) : "";
        Element policy = byId.get(id);
        if (policy != null && !known.containsKey(id) && references < REFERENCES_MAX) {
            known.put(id, Alternatives.SILENT);
            references++;
            known.put(id, read(policy));
            references--;
        }
        return known.getOrDefault(id, Alternatives.SILENT);
    }

    private static boolean isOptional(Element element) {
        Optional<String> optional = element.attributes().entrySet().stream()
                .filter(each -> PolicyNames.is(each.getKey(), "Optional"))
                .map(each -> each.getValue().strip())
                .findFirst();
        return optional.filter(each -> each.equals("true") || each.equals("1")).isPresent();
    }
}
