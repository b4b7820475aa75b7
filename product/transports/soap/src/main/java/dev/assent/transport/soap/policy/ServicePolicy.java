package dev.assent.transport.soap.policy;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.transport.TransactionNeed;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.xml.Element;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * The transaction policy in the WSDL of a service, by operations (WS-AtomicTransaction 1.2, section 4.2: the assertion
 * belongs to operations; one attached to a binding or a port type counts for all its operations). Immutable.
 *
 * <p>A WSDL without any such assertion means nothing: many services understand contexts by handlers that the WSDL does
 * not show. The WSDL of a node of Assent is not used either, since the node accepts every context and refuses calls by
 * itself, with the same texts over every wire.
 *
 * @param needs by operation; without those that have no assertion
 */
public record ServicePolicy(Map<String, TransactionNeed> needs) {
    /** Marks the WSDLs of Assent's nodes. */
    public static final QName OF_OURS =
            new QName(EndpointReference.OWN_NAMESPACE, "Node", EndpointReference.OWN_PREFIX);

    /** A policy without any assertion. */
    static final ServicePolicy SILENT = new ServicePolicy(Map.of());

    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final QName NAME = new QName("name");
    private static final QName TYPE = new QName("type");

    /** Copies the map. */
    public ServicePolicy {
        needs = Map.copyOf(needs);
    }

    // ---- WSDL 1.1

    /** The policy in the root of a WSDL. */
    static ServicePolicy read(Element definitions) {
        if (definitions.children().stream().anyMatch(each -> each.is(OF_OURS))) {
            return SILENT;
        }
        PolicyReader policies = new PolicyReader(definitions);
        Map<String, Map<String, Alternatives>> portTypes = new HashMap<>();
        for (Element each : named(definitions, "portType")) {
            portTypes.put(each.attribute(NAME).orElse(""), operations(policies, each));
        }
        Map<String, Alternatives> said = new HashMap<>();
        for (Element binding : named(definitions, "binding")) {
            String type = binding.attribute(TYPE).orElse("");
            Map<String, Alternatives> ofType = portTypes.getOrDefault(type.substring(type.indexOf(':') + 1), Map.of());
            operations(policies, binding).forEach((name, alternatives) -> {
                Alternatives whole = alternatives.and(ofType.getOrDefault(name, Alternatives.SILENT));
                said.merge(name, whole, Alternatives::or);
            });
        }
        if (said.values().stream().noneMatch(Alternatives::isWith)) {
            return SILENT;
        }
        Map<String, TransactionNeed> needs = new HashMap<>();
        said.forEach((name, alternatives) -> needs.put(name, alternatives.need()));
        return new ServicePolicy(needs);
    }

    private static Map<String, Alternatives> operations(PolicyReader policies, Element subject) {
        Alternatives ofAll = policies.attached(subject);
        Map<String, Alternatives> byName = new HashMap<>();
        for (Element each : named(subject, "operation")) {
            byName.put(each.attribute(NAME).orElse(""), ofAll.and(policies.attached(each)));
        }
        return byName;
    }

    private static List<Element> named(Element parent, String local) {
        QName name = new QName(WSDL, local);
        return parent.children().stream().filter(each -> each.is(name)).toList();
    }

    // ---- calls

    /** The reason not to send a call of an operation; empty if it may be sent. */
    public Optional<String> refusal(String operation, HttpUrl service, boolean hasTransaction) {
        TransactionNeed need = needs.getOrDefault(operation, TransactionNeed.OPTIONAL);
        return switch (need) {
            case REQUIRED ->
                hasTransaction
                        ? Optional.empty()
                        : Optional.of(MESSAGES.transactionRequired(operation, service.address()));
            case OPTIONAL -> Optional.empty();
            case NONE ->
                hasTransaction
                        ? Optional.of(MESSAGES.transactionNotTaken(operation, service.address()))
                        : Optional.empty();
        };
    }
}
