package dev.assent.transport.soap.coordination;

import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The remaining time of a transaction: an unsigned integer of 32 bits, in milliseconds by the standard (WS-Coordination
 * 1.2, section 2), in seconds with some peers.
 */
final class Expires {
    /** The largest value. */
    static final long MAX = 0xFFFF_FFFFL;

    private static final Pattern NUMBER = Pattern.compile("\\+?[0-9]{1,10}");

    private Expires() {}

    /** The value in an element; null if it has none. */
    static @Nullable Long read(Element parent) throws XmlException {
        Element element = parent.find(WsCoordination.EXPIRES);
        if (element == null) {
            return null;
        }
        String text = element.text();
        if (!NUMBER.matcher(text).matches() || Long.parseLong(text) > MAX) {
            throw new XmlException("'" + WsCoordination.EXPIRES + "' is '" + cut(text) + "'; allowed is 0 to " + MAX);
        }
        return Long.parseLong(text);
    }

    private static String cut(String text) {
        return text.length() <= 20 ? text : text.substring(0, 20) + "...";
    }

    static void write(@Nullable Long expires, List<Element> parts) {
        if (expires != null) {
            parts.add(Element.ofText(WsCoordination.EXPIRES, Long.toString(Math.min(expires, MAX))));
        }
    }
}
