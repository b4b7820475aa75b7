package dev.assent.transport.soap.http;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;

/**
 * What HTTP says that a body is (RFC 9110, section 8.3). Immutable.
 *
 * @param name in lower case, such as {@code text/xml}; empty when it is not said
 * @param parameters by their names in lower case
 */
public record MediaType(String name, Map<String, String> parameters) {
    /** Copies the map. */
    public MediaType {
        parameters = Map.copyOf(parameters);
    }

    /** Reads the value of a header Content-Type; empty when there is none, or it is broken. */
    public static MediaType of(String header) {
        Map<String, String> found = new HashMap<>();
        String name;
        try {
            name = HttpField.getValueParameters(header, found);
        } catch (IllegalArgumentException broken) { // a quote that does not end
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

    /** What the message means, as SOAP 1.2 says it (RFC 3902). */
    public Optional<String> action() {
        return Optional.ofNullable(parameters.get("action"));
    }
}
