package dev.assent.resources.assembly;

import dev.assent.resources.JdbcPool;
import dev.assent.resources.JdbcPoolConfig;
import dev.assent.resources.PoolSetting;
import dev.assent.resources.spi.ResourceKey;
import dev.assent.resources.spi.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * {@code jdbc}: a {@link JdbcPool}, with the keys of {@link JdbcPoolConfig}.
 *
 * <p>Thread safety: safe to share.
 */
public final class JdbcType implements ResourceType {
    /** Made by the service loader. */
    public JdbcType() {}

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public List<ResourceKey> keys() {
        List<ResourceKey> keys = new ArrayList<>();
        keys.add(new ResourceKey(
                JdbcPoolConfig.XA_DATA_SOURCE,
                "The driver's class that implements `javax.sql.XADataSource`; must be given.",
                "",
                "a class on the class path"));
        keys.add(driverProperty());
        keys.addAll(poolSettings(setting -> true));
        return keys;
    }

    static ResourceKey driverProperty() {
        return new ResourceKey(
                JdbcPoolConfig.DRIVER_PREFIX + "PROPERTY",
                "A property of that class, such as `driver.url`, `driver.user`, `driver.password`.",
                "",
                "what the driver allows");
    }

    static List<ResourceKey> poolSettings(Predicate<PoolSetting> wanted) {
        List<ResourceKey> keys = new ArrayList<>();
        for (PoolSetting setting : PoolSetting.values()) {
            if (wanted.test(setting)) {
                keys.add(ResourceKey.of(setting));
            }
        }
        return keys;
    }

    @Override
    public Opening configure(String name, Map<String, String> keys) {
        JdbcPoolConfig config = JdbcPoolConfig.of(name, keys);
        return assent -> JdbcPool.open(assent, config);
    }
}
