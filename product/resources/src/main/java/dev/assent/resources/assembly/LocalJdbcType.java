package dev.assent.resources.assembly;

import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.spi.ResourceKey;
import dev.assent.resources.spi.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code local-jdbc}: a {@link JdbcPool} of connections without XA, each the last resource of its transaction, with the
 * keys of {@link JdbcPoolConfig#lastResource}.
 *
 * <p>Thread safety: safe to share.
 */
public final class LocalJdbcType implements ResourceType {
    /** Made by the service loader. */
    public LocalJdbcType() {}

    @Override
    public String name() {
        return "local-jdbc";
    }

    @Override
    public List<ResourceKey> keys() {
        List<ResourceKey> keys = new ArrayList<>();
        keys.add(new ResourceKey(
                JdbcPoolConfig.DATA_SOURCE,
                "The driver's class that implements `javax.sql.DataSource` and makes connections, not a pool; must be"
                        + " given.",
                "",
                "a class on the class path"));
        keys.add(JdbcType.driverProperty());
        keys.add(new ResourceKey(
                JdbcPoolConfig.COMMIT_MARKERS,
                "Whether each commit leaves a row in the table `assent_commit_marker`. With it recovery finds out how"
                        + " the transaction ended; without it an operator must, after a crash at the wrong moment.",
                "false",
                "true or false"));
        keys.addAll(JdbcType.poolSettings(setting -> !setting.isAboutBranches()));
        return keys;
    }

    @Override
    public Opening configure(String name, Map<String, String> keys) {
        JdbcPoolConfig config = JdbcPoolConfig.lastResource(name, keys);
        return assent -> JdbcPool.open(assent, config);
    }
}
