package dev.assent.resources.assembly;

import dev.assent.resources.jms.JmsPool;
import dev.assent.resources.jms.JmsPoolConfig;
import dev.assent.resources.jms.JmsPoolSetting;
import dev.assent.resources.spi.ResourceKey;
import dev.assent.resources.spi.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code jms}: a {@link JmsPool}, with the keys of {@link JmsPoolConfig}. Only its users need the interfaces of Jakarta
 * Messaging and the broker's client.
 *
 * <p>Thread safety: safe to share.
 */
public final class JmsType implements ResourceType {
    /** Made by the service loader. */
    public JmsType() {}

    @Override
    public String name() {
        return "jms";
    }

    @Override
    public List<ResourceKey> keys() {
        List<ResourceKey> keys = new ArrayList<>();
        keys.add(new ResourceKey(
                JmsPoolConfig.CONNECTION_FACTORY,
                "The broker's class that implements `jakarta.jms.XAConnectionFactory`; must be given.",
                "",
                "a class on the class path"));
        keys.add(new ResourceKey(
                JmsPoolConfig.DRIVER_PREFIX + "PROPERTY",
                "A property of that class, such as `driver.brokerURL`, `driver.user`, `driver.password`.",
                "",
                "what the class allows"));
        for (JmsPoolSetting setting : JmsPoolSetting.values()) {
            keys.add(ResourceKey.of(setting));
        }
        return keys;
    }

    @Override
    public Opening configure(String name, Map<String, String> keys) {
        JmsPoolConfig config = JmsPoolConfig.of(name, keys);
        return assent -> JmsPool.open(assent, config);
    }
}
