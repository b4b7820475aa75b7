package dev.assent.transport.soap;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Messages that are meant to do harm, or that somebody has broken; and how each is refused. */
final class HostileMessages {
    private static final String TYPE = "text/xml; charset=utf-8";
    private static final String CREATE_ACTION =
            "http://docs.oasis-open.org/ws-tx/wscoor/2006/06/CreateCoordinationContext";
    private static final int MANY = 5_000;

    private HostileMessages() {}

    /**
     * One of them.
     *
     * @param name for people
     * @param type its media type
     * @param soapAction empty for none
     * @param body in ISO 8859-1, so that it may be any bytes
     * @param status of HTTP that it is answered with
     * @param code of the fault, without a prefix; empty when there is none
     */
    record Hostile(String name, String type, String soapAction, String body, int status, String code) {
        @Override
        public String toString() {
            return name;
        }

        static Hostile malformed(String name, String body) {
            return new Hostile(name, TYPE, "", body, 500, "Client");
        }

        static Hostile fault(String name, String body, String code) {
            return new Hostile(name, TYPE, "", body, 500, code);
        }
    }

    /** What no service reads. */
    static List<Hostile> malformed(String elsewhere) {
        List<Hostile> all = new ArrayList<>(List.of(
                Hostile.malformed("nothing", ""),
                Hostile.malformed("no XML", "{\"Commit\": true}"),
                Hostile.malformed("no end", Samples.CREATE.substring(0, Samples.CREATE.length() - 9)),
                Hostile.malformed("two roots", Samples.CREATE + "<more/>"),
                Hostile.malformed("a prefix of nothing", Samples.CREATE.replace("xmlns:wscoor", "xmlns:other")),
                Hostile.malformed("a character that XML has not", Samples.CREATE.replace("60000", "6\u00010000")),
                Hostile.malformed("a reference to one", Samples.CREATE.replace("60000", "6&#0;0000")),
                Hostile.malformed("no UTF-8", Samples.CREATE.replace("60000", "6\u00ff0000")),
                Hostile.malformed("XML 1.1", Samples.CREATE.replace("version=\"1.0\"", "version=\"1.1\"")),
                Hostile.malformed("an encoding of its own", Samples.CREATE.replace("UTF-8", "EBCDIC-CP-US")),
                new Hostile("another by HTTP", "text/xml; charset=utf-7", "", Samples.CREATE, 500, "Client"),
                Hostile.malformed("an instruction", Samples.CREATE.replace("<wscoor:Exp", "<?run it?><wscoor:Exp")),
                Hostile.malformed(
                        "the same attribute twice", Samples.CREATE.replace("<soap:Body>", "<soap:Body a='' a=''>"))));
        all.addAll(List.of(
                entities("a billion laughs", laughs()),
                entities("one that is long", "<!ENTITY e \"" + "x".repeat(30_000) + "\">"),
                entities("one of a file", "<!ENTITY e SYSTEM \"file:///etc/passwd\">"),
                entities("one from elsewhere", "<!ENTITY e SYSTEM \"" + elsewhere + "\">"),
                entities("one of parameters", "<!ENTITY % p SYSTEM \"" + elsewhere + "\"> %p; <!ENTITY e \"x\">"),
                Hostile.malformed("a document type of elsewhere", withType(" SYSTEM \"" + elsewhere + "\"", "60000")),
                Hostile.malformed("an entity of nobody", Samples.CREATE.replace("60000", "&e;"))));
        all.addAll(List.of(
                Hostile.malformed("depth", nested("<a>".repeat(MANY) + "</a>".repeat(MANY))),
                Hostile.malformed("depth without an end", nested("<a>".repeat(MANY))),
                Hostile.malformed("breadth", nested("<a/>".repeat(2 * MANY))),
                Hostile.malformed("attributes", nested("<a" + attributes("a") + "/>")),
                Hostile.malformed("namespaces", nested("<a" + attributes("xmlns:a") + "/>")),
                Hostile.malformed("a name without an end", nested("<" + "a".repeat(50_000)))));
        return all;
    }

    /** Messages that cost their reader much more than their sender, which may be unknown. */
    static List<Hostile> tedious() {
        return List.of(
                Hostile.fault("names behind a colon", text("sha256:" + "ab12".repeat(12_000)), "ActionNotSupported"),
                Hostile.fault("names before one", text("a".repeat(48_000) + ":"), "ActionNotSupported"),
                Hostile.fault("a name behind a space", text(": " + "a".repeat(48_000)), "ActionNotSupported"),
                Hostile.fault("colons", text(":".repeat(48_000)), "ActionNotSupported"),
                Hostile.fault("prefixes", text("a:".repeat(24_000)), "ActionNotSupported"));
    }

    private static String text(String inside) {
        return Samples.envelope("<wsa:Action>urn:nobody:Act</wsa:Action>", "<wsat:Commit>" + inside + "</wsat:Commit>");
    }

    /** XML that is not an acceptable message. */
    static List<Hostile> refused() {
        return List.of(
                Hostile.fault("no envelope", "<hello/>", "Client"),
                Hostile.fault(
                        "an envelope of another version",
                        Samples.CREATE.replace("http://schemas.xmlsoap.org/soap/envelope/", "urn:soap"),
                        "VersionMismatch"),
                Hostile.fault("no body", Samples.CREATE.replaceAll("<soap:Body>.*</soap:Body>", ""), "Client"),
                Hostile.fault("two bodies", Samples.CREATE.replace("<soap:Body>", "<soap:Body/><soap:Body>"), "Client"),
                Hostile.fault(
                        "an empty body",
                        Samples.CREATE.replaceAll("<soap:Body>.*</soap:Body>", "<soap:Body/>"),
                        "InvalidParameters"),
                Hostile.fault(
                        "a header that must be understood and is not",
                        Samples.CREATE.replace(
                                "<soap:Header>", "<soap:Header><x:Rule xmlns:x='urn:x' soap:mustUnderstand='1'/>"),
                        "MustUnderstand"),
                Hostile.fault(
                        "no action",
                        Samples.CREATE.replaceAll("<wsa:Action.*</wsa:Action>", ""),
                        "MessageAddressingHeaderRequired"),
                Hostile.fault(
                        "two actions",
                        Samples.CREATE.replace("<wsa:MessageID>", "<wsa:Action>urn:a</wsa:Action><wsa:MessageID>"),
                        "InvalidAddressingHeader"),
                Hostile.fault(
                        "an action of nobody",
                        Samples.CREATE.replace(CREATE_ACTION, "urn:nobody:Act"),
                        "ActionNotSupported"),
                Hostile.fault(
                        "an action of another content",
                        Samples.CREATE.replace(
                                CREATE_ACTION, CREATE_ACTION.replace("CreateCoordinationContext", "Register")),
                        "InvalidParameters"),
                Hostile.fault(
                        "an action of another service",
                        Samples.message("wsat/2006/06/Prepare", "<wsat:Prepare/>"),
                        "ActionNotSupported"),
                new Hostile(
                        "another action by HTTP", TYPE, "urn:other", Samples.CREATE, 500, "InvalidAddressingHeader"),
                Hostile.fault(
                        "no identity",
                        Samples.CREATE.replaceAll("<wsa:MessageID>.*</wsa:MessageID>", ""),
                        "MessageAddressingHeaderRequired"),
                Hostile.fault("a time that is no number", Samples.CREATE.replace("60000", "soon"), "InvalidParameters"),
                Hostile.fault(
                        "another type of coordination",
                        Samples.CREATE.replaceAll("Type>http[^<]*", "Type>urn:other"),
                        "InvalidParameters"),
                new Hostile("another version by HTTP", "application/soap+xml", "", Samples.CREATE, 415, ""),
                new Hostile("another type", "application/json", "", "{}", 415, ""));
    }

    private static Hostile entities(String name, String declared) {
        return Hostile.malformed("an entity: " + name, withType(" [" + declared + "]", "&e;"));
    }

    private static String withType(String type, String expires) {
        return Samples.CREATE
                .replace("?><soap", "?><!DOCTYPE x" + type + "><soap")
                .replace("60000", expires);
    }

    private static String laughs() {
        StringBuilder all = new StringBuilder("<!ENTITY e0 \"ha\">");
        for (int i = 1; i <= 30; i++) {
            all.append("<!ENTITY e" + i + " \"&e" + (i - 1) + ";&e" + (i - 1) + ";\">");
        }
        return all.append("<!ENTITY e \"&e30;\">").toString();
    }

    private static String nested(String inside) {
        return Samples.CREATE.replace("<wscoor:Expires>", inside + "<wscoor:Expires>");
    }

    private static String attributes(String name) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            all.append(' ').append(name).append(i).append("='urn:x'");
        }
        return all.toString();
    }

    /** As it goes over the wire: a request of HTTP to a path. */
    static String request(String path, Hostile message) {
        int length = message.body().getBytes(StandardCharsets.ISO_8859_1).length;
        String action = message.soapAction().isEmpty() ? "" : "SOAPAction: \"" + message.soapAction() + "\"\r\n";
        return "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: " + message.type() + "\r\n" + action
                + "Content-Length: " + length + "\r\n\r\n" + message.body();
    }
}
