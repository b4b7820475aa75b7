package dev.assent.transport.soap.policy;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.remote.transport.TransactionNeed;
import dev.assent.transport.soap.http.HttpUrl;
import dev.assent.transport.soap.xml.XmlException;
import dev.assent.transport.soap.xml.XmlLimits;
import dev.assent.transport.soap.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What WSDLs say of transactions, as several stacks write it. */
@Fast
class ServicePolicyTest {
    private static final int TRIES = 1_000;
    private static final int POLICIES = 5;
    private static final int LEVELS = 4;
    private static final HttpUrl SERVICE = HttpUrl.of("http://127.0.0.1:80/shop");
    private static final XmlReader READER = new XmlReader(new XmlLimits(1 << 20, 32, 100_000, 32));

    /** The operation that is looked at, and one that requires a transaction, so that the WSDL speaks of them. */
    private static String wsdl(String policies, String bindingOperation, String portTypeOperation) {
        return "<d:definitions xmlns:d='http://schemas.xmlsoap.org/wsdl/' xmlns:p='http://www.w3.org/ns/ws-policy'"
                + " xmlns:p04='http://schemas.xmlsoap.org/ws/2004/09/policy'"
                + " xmlns:at='http://docs.oasis-open.org/ws-tx/wsat/2006/06' xmlns:tns='urn:shop'"
                + " xmlns:u='http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'>"
                + policies
                + "<d:portType name='Shop'><d:operation name='buy'>" + portTypeOperation
                + "</d:operation></d:portType>"
                + "<d:binding name='B' type='tns:Shop'><d:operation name='buy'>" + bindingOperation + "</d:operation>"
                + "<d:operation name='other'><p:Policy><at:ATAssertion/></p:Policy></d:operation></d:binding>"
                + "</d:definitions>";
    }

    private static ServicePolicy read(String wsdl) throws XmlException {
        return ServicePolicy.read(READER.read(wsdl.getBytes(StandardCharsets.UTF_8), null));
    }

    private static TransactionNeed need(String wsdl) throws XmlException {
        return read(wsdl).needs().get("buy");
    }

    @ParameterizedTest
    @CsvSource({
        "<p:Policy><at:ATAssertion/></p:Policy>, REQUIRED",
        "<p04:Policy><at:ATAssertion/></p04:Policy>, REQUIRED",
        "<p:Policy><p:All><x/><at:ATAssertion/></p:All></p:Policy>, REQUIRED",
        "<p:Policy><p:ExactlyOne><p:All><at:ATAssertion/></p:All></p:ExactlyOne></p:Policy>, REQUIRED",
        "<p:Policy><p:ExactlyOne><at:ATAssertion/><p:All><at:ATAssertion/><x/></p:All></p:ExactlyOne></p:Policy>, REQUIRED",
        "<p:Policy><x p:Optional='true'/><at:ATAssertion p:Optional='false'/></p:Policy>, REQUIRED",
        "<p:Policy><at:ATAssertion p:Optional='true'/></p:Policy>, OPTIONAL",
        "<p:Policy><at:ATAssertion p:Optional='1'/></p:Policy>, OPTIONAL",
        "<p04:Policy><at:ATAssertion p04:Optional='true'/></p04:Policy>, OPTIONAL",
        "<p:Policy><p:ExactlyOne><p:All><at:ATAssertion/></p:All><p:All/></p:ExactlyOne></p:Policy>, OPTIONAL",
        "<p:Policy p:Optional='true'><at:ATAssertion/></p:Policy>, OPTIONAL",
        "<p:Policy><x/></p:Policy>, NONE",
        "<p:Policy><p:ExactlyOne/></p:Policy>, NONE",
        "<p:Policy/>, NONE",
        "<p:PolicyReference URI='#none'/>, NONE",
        "<p:PolicyReference URI='http://elsewhere/#required'/>, NONE",
    })
    void alternativesAreCounted(String policy, TransactionNeed need) throws XmlException {
        assertThat(need(wsdl("", policy, ""))).isEqualTo(need);
    }

    @ParameterizedTest
    @CsvSource({
        "u:Id='required', <p:PolicyReference URI='#required'/>, ''",
        "xml:id='required', <p:PolicyReference URI='#required'/>, ''",
        "u:Id='required', '', <p:PolicyReference URI='#required'/>",
        "u:Id='required', <p:Policy><p:PolicyReference URI='#required'/></p:Policy>, ''",
    })
    void onesOfTheSameDocumentAreReferredTo(String id, String binding, String portType) throws XmlException {
        String policy = "<p:Policy " + id + "><at:ATAssertion/></p:Policy>";
        assertThat(need(wsdl(policy, binding, portType))).isEqualTo(TransactionNeed.REQUIRED);
    }

    @Test
    void oneOfABindingIsOfAllItsOperations() throws XmlException {
        String wsdl = wsdl("<p:Policy u:Id='r'><at:ATAssertion/></p:Policy>", "", "");
        assertThat(need(wsdl.replace("<d:binding ", "<d:binding p:PolicyURIs='#none #r' ")))
                .isEqualTo(TransactionNeed.REQUIRED);
        assertThat(need(wsdl)).isEqualTo(TransactionNeed.NONE);
    }

    @Test
    void ofTwoBindingsEitherIsAChoice() throws XmlException {
        String second = "<d:binding name='C' type='tns:Shop'><d:operation name='other'/></d:binding></d:definitions>";
        assertThat(read(wsdl("", "", "").replace("</d:definitions>", second)).needs())
                .isEqualTo(Map.of("buy", TransactionNeed.NONE, "other", TransactionNeed.OPTIONAL));
    }

    @Test
    void oneThatIsPartOfItselfSaysWhatIsLeft() throws XmlException {
        String policy = "<p:Policy u:Id='r'><p:PolicyReference URI='#r'/><at:ATAssertion/></p:Policy>";
        assertThat(need(wsdl(policy, "<p:PolicyReference URI='#r'/>", ""))).isEqualTo(TransactionNeed.REQUIRED);
    }

    @Test
    void referencesToReferencesAreReadOnceEach() throws XmlException {
        StringBuilder policies = new StringBuilder("<p:Policy u:Id='p0'><at:ATAssertion/></p:Policy>");
        for (int i = 1; i <= 40; i++) { // 2 to the 40th, if each were read whenever it is met
            String reference = "<p:PolicyReference URI='#p" + (i - 1) + "'/>";
            policies.append("<p:Policy u:Id='p" + i + "'>" + reference + reference + "</p:Policy>");
        }
        assertThat(need(wsdl(policies.toString(), "<p:PolicyReference URI='#p40'/>", "")))
                .isEqualTo(TransactionNeed.REQUIRED);
    }

    @Test
    void aChainOfReferencesTakesNoMoreOfAStackThanIsAllowed() throws XmlException {
        StringBuilder policies = new StringBuilder("<p:Policy u:Id='p0'><at:ATAssertion/></p:Policy>");
        for (int i = 1; i <= 10_000; i++) {
            policies.append("<p:Policy u:Id='p" + i + "'><p:PolicyReference URI='#p" + (i - 1) + "'/></p:Policy>");
        }
        assertThat(need(wsdl(policies.toString(), "<p:PolicyReference URI='#p40'/>", "")))
                .isEqualTo(TransactionNeed.REQUIRED);
        assertThat(need(wsdl(policies.toString(), "<p:PolicyReference URI='#p10000'/>", "")))
                .isEqualTo(TransactionNeed.NONE);
    }

    @Test
    void anyPolicySaysTheSameInsideOfAnother() throws XmlException {
        SplittableRandom random = new SplittableRandom(13);
        Set<TransactionNeed> met = EnumSet.noneOf(TransactionNeed.class);
        for (int i = 0; i < TRIES; i++) {
            StringBuilder policies = new StringBuilder();
            for (int id = 0; id < POLICIES; id++) {
                policies.append("<p:Policy u:Id='p" + id + "'>" + policy(random, LEVELS) + "</p:Policy>");
            }
            String said = policy(random, LEVELS);
            TransactionNeed need = need(wsdl(policies.toString(), "<p:Policy>" + said + "</p:Policy>", ""));
            String inside = "<p:Policy><p:All>" + said + "<x/></p:All></p:Policy>";
            assertThat(need(wsdl(policies.toString(), inside, "")))
                    .as("try " + i + ": " + said + " with " + policies)
                    .isEqualTo(need);
            met.add(need);
        }
        assertThat(met).isEqualTo(EnumSet.allOf(TransactionNeed.class));
    }

    /** One of at most so many levels; its references lead to any of the document, to themselves, or nowhere. */
    private static String policy(SplittableRandom random, int levels) {
        String optional = random.nextInt(4) == 0 ? " p:Optional='true'" : "";
        if (levels == 1 || random.nextInt(3) == 0) {
            return switch (random.nextInt(3)) {
                case 0 -> "<at:ATAssertion" + optional + "/>";
                case 1 -> "<x" + optional + "/>";
                default -> "<p:PolicyReference URI='#p" + random.nextInt(POLICIES + 1) + "'/>";
            };
        }
        String name = List.of("p:Policy", "p:All", "p:ExactlyOne").get(random.nextInt(3));
        StringBuilder whole = new StringBuilder("<" + name + optional + ">");
        for (int i = random.nextInt(4); i > 0; i--) {
            whole.append(policy(random, levels - 1));
        }
        return whole.append("</" + name + ">").toString();
    }

    @Test
    void aWsdlThatNeverSpeaksOfTransactionsSaysNothing() throws XmlException {
        ServicePolicy silent = read(wsdl("", "<p:Policy><x/></p:Policy>", "").replace("<at:ATAssertion/>", ""));
        assertThat(silent.needs()).isEmpty();
        assertThat(silent.refusal("buy", SERVICE, true)).isEmpty();
        assertThat(silent.refusal("buy", SERVICE, false)).isEmpty();
    }

    @Test
    void aNodeOfOursIsLeftToRefuseByItself() throws XmlException {
        assertThat(read(wsdl("<a:Node xmlns:a='urn:assent:ws-at'/>", "", "")).needs())
                .isEmpty();
    }

    @Test
    void whatThePolicyDoesNotAllowIsRefused() throws XmlException {
        ServicePolicy policy = read(wsdl("", "", ""));
        assertThat(policy.refusal("buy", SERVICE, true))
                .contains(MESSAGES.transactionNotTaken("buy", SERVICE.address()));
        assertThat(policy.refusal("buy", SERVICE, false)).isEmpty();
        assertThat(policy.refusal("other", SERVICE, true)).isEmpty();
        assertThat(policy.refusal("other", SERVICE, false))
                .contains(MESSAGES.transactionRequired("other", SERVICE.address()));
        assertThat(policy.refusal("unknown", SERVICE, true)).isEmpty();
        assertThat(policy.refusal("unknown", SERVICE, false)).isEmpty();
    }
}
