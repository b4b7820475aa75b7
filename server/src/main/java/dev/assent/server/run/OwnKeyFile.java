package dev.assent.server.run;

import dev.assent.remote.transport.TransportProviders;
import java.nio.file.Path;
import java.util.Map;

/**
 * The file with the secret of a transport that makes keys of its own for references, when none is configured: in the folder
 * of the log, which nobody but its owner reads, and which goes where the node goes. Has no state.
 */
public final class OwnKeyFile {
    private static final String KEY = "key-file";

    private OwnKeyFile() {}

    /**
     * The setting of a node's keys that is missing; empty when none is, or the transport has no such file.
     *
     * @param name of the transport
     * @param listen its address, or one of its scheme
     * @param log the folder of the node's log
     * @param keys that are given
     */
    public static Map<String, String> of(String name, String listen, Path log, Map<String, String> keys) {
        String key = "transport." + name + "." + KEY;
        boolean isUsed;
        try {
            isUsed = TransportProviders.found().of(listen).keys().stream()
                    .anyMatch(each -> each.key().equals(KEY));
        } catch (IllegalArgumentException unknown) {
            return Map.of(); // which is said when all is checked
        }
        return isUsed && !keys.containsKey(key)
                ? Map.of(key, log.resolve("transport-" + name + ".key").toString())
                : Map.of();
    }
}
