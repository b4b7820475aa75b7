package dev.assent.transport.soap;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes messages in the form of an observed Java stack: the addressing headers without prefixes, each with a namespace
 * of its own and mustUnderstand, a RelationshipType that is not a URI, metadata in references, bodies by default
 * namespaces. Their meaning is the same.
 */
final class JavaStack {
    private static final String WSA = "http://www.w3.org/2005/08/addressing";
    private static final Pattern HEADERS = Pattern.compile("<soap:Header>(.*)</soap:Header>", Pattern.DOTALL);
    private static final Pattern ADDRESSING = Pattern.compile(
            "<wsa:(Action|To|MessageID|ReplyTo|From|FaultTo|RelatesTo)>(.*?)</wsa:\\1>", Pattern.DOTALL);
    private static final Pattern COORDINATION = Pattern.compile(
            "<wscoor:(CreateCoordinationContext|Register|RegisterResponse)>(.*)</wscoor:\\1>", Pattern.DOTALL);
    private static final Pattern NOTIFICATION = Pattern.compile("<wsat:(\\w+)/>");
    private static final Pattern PARTS = Pattern.compile(
            "(<ns2:Address>[^<]*</ns2:Address>(?:<ns2:ReferenceParameters>.*?</ns2:ReferenceParameters>)?)");
    private static final String METADATA =
            "<ns2:Metadata><m:ServiceName xmlns:m=\"http://www.w3.org/2007/05/addressing/metadata\""
                    + " EndpointName=\"PortType\">wscoor:Service</m:ServiceName></ns2:Metadata>";

    private JavaStack() {}

    /** The same envelope otherwise. */
    static String rewritten(String envelope) {
        String headed = HEADERS.matcher(envelope)
                .replaceAll(found ->
                        Matcher.quoteReplacement("<soap:Header>" + headers(found.group(1)) + "</soap:Header>"));
        String told = NOTIFICATION
                .matcher(headed)
                .replaceAll("<ns2:$1 xmlns=\"\" xmlns:ns2=\"http://docs.oasis-open.org/ws-tx/wsat/2006/06\"/>");
        return COORDINATION
                .matcher(told)
                .replaceAll(found -> Matcher.quoteReplacement(body(found.group(1), found.group(2))));
    }

    private static String headers(String headers) {
        return ADDRESSING.matcher(headers).replaceAll(found -> {
            String name = found.group(1);
            String relation = name.equals("RelatesTo") ? " RelationshipType=\"{org.example}}reply\"" : "";
            String inside = found.group(2).replaceAll("<(/?)wsa:", "<$1");
            return Matcher.quoteReplacement("<" + name + " xmlns=\"" + WSA + "\"" + relation
                    + " soap:mustUnderstand=\"1\">" + inside + "</" + name + ">");
        });
    }

    private static String body(String name, String inside) {
        String plain = inside.replaceAll("<(/?)wscoor:", "<$1").replaceAll("<(/?)wsa:", "<$1ns2:");
        return "<" + name + " xmlns=\"http://docs.oasis-open.org/ws-tx/wscoor/2006/06\" xmlns:ns2=\"" + WSA + "\">"
                + PARTS.matcher(plain).replaceAll(found -> Matcher.quoteReplacement(found.group(1) + METADATA)) + "</"
                + name + ">";
    }
}
