package dev.assent.backends;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Properties in the order in which to set them. */
final class ServerProperties {
    private ServerProperties() {}

    /** Keys and values in turns; immutable. */
    static Map<String, String> of(String... keysAndValues) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return Collections.unmodifiableMap(properties);
    }
}
