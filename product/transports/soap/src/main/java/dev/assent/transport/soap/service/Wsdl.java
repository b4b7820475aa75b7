package dev.assent.transport.soap.service;

import dev.assent.remote.transport.TransactionNeed;
import dev.assent.transport.soap.policy.PolicyNames;
import dev.assent.transport.soap.policy.ServicePolicy;
import dev.assent.transport.soap.value.Operation;
import dev.assent.transport.soap.value.Operations;
import dev.assent.transport.soap.value.Schema;
import dev.assent.transport.soap.value.ValueException;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.Node;
import dev.assent.transport.soap.xml.XmlWriter;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.xml.namespace.QName;

/**
 * The description of a service: WSDL 1.1, document/literal wrapped, by the rules of WS-I Basic Profile 1.2. An
 * assertion tells clients that the service understands a CoordinationContext (WS-AtomicTransaction 1.2, section 4;
 * WS-Policy 1.5 Attachment, section 4). It is optional for methods that also take calls without a transaction.
 *
 * <p>Immutable and safe to share.
 */
final class Wsdl {
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final String SOAP = "http://schemas.xmlsoap.org/wsdl/soap/";
    private static final XmlWriter WRITER = new XmlWriter();

    private final Class<?> type;
    private final String namespace;
    private final List<Operation> operations = new ArrayList<>();
    private final Function<Method, TransactionNeed> needs;

    /**
     * The description of an interface.
     *
     * @param needs whether its methods need, accept or refuse transactions
     * @throws ValueException if a method has a type that can't be carried
     */
    Wsdl(Class<?> type, Operations all, Function<Method, TransactionNeed> needs) throws ValueException {
        this.type = type;
        this.needs = needs;
        this.namespace = Operations.namespace(type);
        for (Method each : all.all(type)) {
            operations.add(all.of(type, each));
        }
    }

    /** Writes the document for the service at an address. */
    byte[] write(String address) {
        List<Node> parts = new ArrayList<>();
        parts.add(Element.of(ServicePolicy.OF_OURS));
        parts.add(policy(TransactionNeed.REQUIRED));
        parts.add(policy(TransactionNeed.OPTIONAL));
        parts.add(wsdl("types", schema()));
        for (Operation each : operations) {
            parts.add(message(each.name()));
            parts.add(message(each.responseName()));
        }
        parts.add(portType());
        parts.add(binding());
        Element port = named("port", type.getSimpleName() + "Port", soap("address", Map.of("location", address)))
                .with(new QName("binding"), Schema.PREFIX + ":" + type.getSimpleName() + "Binding");
        parts.add(named("service", type.getSimpleName() + "Service", port));
        Map<String, String> bindings = Map.of(Schema.PREFIX, namespace);
        return WRITER.write(new Element(
                name("definitions"),
                Map.of(new QName("targetNamespace"), namespace, new QName("name"), type.getSimpleName()),
                bindings,
                parts));
    }

    private static QName name(String local) {
        return new QName(WSDL, local, "wsdl");
    }

    private static Element wsdl(String local, Element... children) {
        return Element.of(name(local), children);
    }

    private static Element named(String local, String name, Element... children) {
        return wsdl(local, children).with(new QName("name"), name);
    }

    private static Element soap(String local, Map<String, String> attributes) {
        Element element = Element.of(new QName(SOAP, local, "soap"));
        for (Map.Entry<String, String> each : attributes.entrySet()) {
            element = element.with(new QName(each.getKey()), each.getValue());
        }
        return element;
    }

    private Element schema() {
        Schema schema = new Schema(namespace);
        operations.forEach(each -> each.declare(schema));
        return schema.write();
    }

    private Element message(String element) {
        Element part = named("part", "parameters").with(new QName("element"), Schema.PREFIX + ":" + element);
        return named("message", element, part);
    }

    private static Element policy(TransactionNeed need) {
        Element assertion = Element.of(PolicyNames.ASSERTION);
        Element told =
                need == TransactionNeed.OPTIONAL ? assertion.with(PolicyNames.of("Optional"), "true") : assertion;
        return Element.of(PolicyNames.of("Policy"), told).with(PolicyNames.ID, id(need));
    }

    private static String id(TransactionNeed need) {
        return need == TransactionNeed.REQUIRED ? "TransactionRequired" : "TransactionOptional";
    }

    private Element portType() {
        List<Element> all = new ArrayList<>();
        for (Operation each : operations) {
            Element input = wsdl("input").with(new QName("message"), Schema.PREFIX + ":" + each.name());
            Element output = wsdl("output").with(new QName("message"), Schema.PREFIX + ":" + each.responseName());
            all.add(named("operation", each.name(), input, output));
        }
        return named("portType", type.getSimpleName(), all.toArray(new Element[0]));
    }

    private Element binding() {
        List<Element> all = new ArrayList<>();
        all.add(soap("binding", Map.of("style", "document", "transport", "http://schemas.xmlsoap.org/soap/http")));
        for (Operation each : operations) {
            List<Element> parts = new ArrayList<>();
            TransactionNeed need = needs.apply(each.method());
            if (need != TransactionNeed.NONE) {
                parts.add(Element.of(PolicyNames.of("PolicyReference")).with(new QName("URI"), "#" + id(need)));
            }
            parts.add(soap("operation", Map.of("soapAction", "")));
            parts.add(wsdl("input", soap("body", Map.of("use", "literal"))));
            parts.add(wsdl("output", soap("body", Map.of("use", "literal"))));
            all.add(named("operation", each.name(), parts.toArray(new Element[0])));
        }
        return named("binding", type.getSimpleName() + "Binding", all.toArray(new Element[0]))
                .with(new QName("type"), Schema.PREFIX + ":" + type.getSimpleName());
    }
}
