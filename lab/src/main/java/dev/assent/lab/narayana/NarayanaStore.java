package dev.assent.lab.narayana;

import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.lab.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a Narayana process keeps its store, and whether it forces it to disk: properties of the JVM, set before
 * Narayana's classes load. A process has only one. Immutable.
 *
 * @param temporary the same folder if closing this deletes it; otherwise null
 */
public record NarayanaStore(Path folder, @Nullable TemporaryFolder temporary) implements AutoCloseable {
    /** The prefixes of its stores' keys: the stores of transactions, of messages, of objects. */
    private static final List<String> STORES = List.of(
            "ObjectStoreEnvironmentBean.",
            "ObjectStoreEnvironmentBean.communicationStore.",
            "ObjectStoreEnvironmentBean.stateStore.");

    /** That of a server: it is forced only where the log of a node is. */
    public static NarayanaStore of(AssentConfig config) throws IOException {
        boolean isInMemory = config.get(Setting.LOG).equals("memory");
        for (String store : STORES) {
            set(store + "objectStoreSync", !isInMemory);
            set(store + "transactionSync", !isInMemory);
        }
        return isInMemory ? passing() : in(Path.of(config.get(Setting.LOG_FOLDER)), null);
    }

    /** That of a client, or of a server whose log is not kept. */
    public static NarayanaStore passing() throws IOException {
        TemporaryFolder temporary = TemporaryFolder.make();
        return in(temporary.path(), temporary);
    }

    private static NarayanaStore in(Path folder, @Nullable TemporaryFolder temporary) throws IOException {
        Files.createDirectories(folder);
        STORES.forEach(store -> set(store + "objectStoreDir", folder.resolve("store")));
        return new NarayanaStore(folder, temporary);
    }

    private static void set(String key, Object value) {
        System.setProperty(key, value.toString());
    }

    @Override
    public void close() throws IOException {
        if (temporary != null) {
            temporary.close();
        }
    }
}
