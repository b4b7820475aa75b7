package dev.assent.transport.soap.http;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;

/**
 * The media type of a body in HTTP (RFC 9110, section 8.3). Immutable.
 *
 * @param name in lower case, such as {@code text/xml}; empty if it is not given
 * @param parameters by their names in lower case
 */
public record MediaType(String name, Map<String, String> parameters) {
    /** Copies the map. */
    public MediaType {
        parameters = Map.copyOf(parameters);
    }

    /** Reads the value of a header Content-Type; empty if there is none, or it is malformed. */
    public static MediaType of(String header) {
        Map<String, String> found = new HashMap<>();
        String name;
        try {
            name = HttpField.getValueParameters(header, found);
        } catch (IllegalArgumentException broken) { // an unclosed quote
            return new MediaType("", Map.of());
        }
        Map<String, String> parameters = new HashMap<>();
        found.forEach((key, value) -> parameters.put(key.toLowerCase(Locale.ROOT), value == null ? "" : value));
        return new MediaType(name == null ? "" : name.strip().toLowerCase(Locale.ROOT), parameters);
    }

    /** The encoding of its characters. */
    public Optional<String> charset() {
        return Optional.ofNullable(parameters.get("charset"));
    }

    /** The action of the message in SOAP 1.2 (RFC 3902). */
    public Optional<String> action() {
        return Optional.ofNullable(parameters.get("action"));
    }
}
